import { totalmem } from 'node:os';

const mebibyte = 2 ** 20;
/** PostgreSQL's own default, which every machine has that runs this at all. */
const least = 128;
/** With more a million clients gain nothing, and a start with them takes over 250 MB (DESIGN section 14). */
const most = 512;

/**
 * How much of the machine's memory the embedded database may keep pages in (docs/decisions/0030): an eighth, since
 * the machine is not its own alone.
 *
 * @param bytes what the machine has, or the container that this runs in
 */
export function sharedBuffers(bytes: number = ownMemory()): string {
  const share = Math.floor(bytes / mebibyte / 8);
  return `${Math.min(most, Math.max(least, share))}MB`;
}

/** Without a limit, `constrainedMemory` is 0 or more than there is. */
function ownMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
