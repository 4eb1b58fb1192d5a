import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;
/** In MB: PostgreSQL's own default. */
const least = 128;
/** In MB: with more, a million clients gain nothing, and a start with them takes over 250 MB (DESIGN section 14). */
const most = 512;

/**
 * How much memory the embedded database may use for its pages (docs/decisions/0030): an eighth, because it shares the
 * machine.
 * @param bytes the memory of the machine, or of the container that this runs in
 */
export function sharedBuffers(bytes: number = ownMemory()): string {
  const share = Math.floor(bytes / mebibyte / 8);
  return `${Math.min(most, Math.max(least, share))}MB`;
}

/** Without a limit, `constrainedMemory` is 0 or more than the machine has. */
function ownMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
