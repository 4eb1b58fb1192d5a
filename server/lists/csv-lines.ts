import { Transform, type TransformCallback } from 'node:stream';

const [quote, lineFeed, carriageReturn] = [34, 10, 13];

/**
 * A CSV as PostgreSQL copies it, with headings added and lines ended in CRLF (RFC 4180). A line break inside a cell,
 * which is always in quotation marks, stays as it is.
 */
export class CsvLines extends Transform {
  /** The bytes received so far. */
  pushed = 0;
  #isQuoted = false;

  constructor(heading: string) {
    super();
    this.#give(Buffer.from(heading));
  }

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    const lines = Buffer.allocUnsafe(chunk.length + countOf(chunk, lineFeed));
    let length = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === quote) this.#isQuoted = !this.#isQuoted;
      else if (byte === lineFeed && !this.#isQuoted) lines[length++] = carriageReturn;
      lines[length++] = byte;
    }
    this.#give(lines.subarray(0, length));
    done();
  }

  #give(bytes: Buffer): void {
    this.pushed += bytes.length;
    this.push(bytes);
  }
}

function countOf(chunk: Buffer, byte: number): number {
  let count = 0;
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1)) count++;
  return count;
}
