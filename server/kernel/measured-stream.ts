import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface Measure {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

interface Checks {
  /** Thrown when there are more than these bytes. */
  refusePart?(bytes: number): Error | undefined;
  /** Why the whole is refused: its reader then fails before the end. */
  refuseWhole?(whole: Measure): Error | undefined;
}

/** Passes a stream through, counting and hashing it; `measure` is known once it has ended. */
export function measuredStream({ refusePart, refuseWhole }: Checks = {}): {
  through: Transform;
  measure(): Measure;
} {
  const digest = createHash('sha256');
  let bytes = 0;
  let whole: Measure | undefined;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      digest.update(chunk);
      const refused = refusePart?.(bytes);
      if (refused) return next(refused);
      next(null, chunk);
    },
    flush(end) {
      whole = { bytes, sha256: digest.digest('hex') };
      end(refuseWhole?.(whole));
    },
  });
  return {
    through,
    measure() {
      if (!whole) throw new Error('the stream has not ended');
      return whole;
    },
  };
}
