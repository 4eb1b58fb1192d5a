import { randomUUID } from 'node:crypto';

const counterBits = 12;
let latest = { time: '', count: 0 };

/**
 * A new UUIDv7 (RFC 9562): 48 bits of the given time, a 12-bit counter that keeps the order of rows with the same
 * time, and 62 random bits. They come from `randomUUID`, which makes many at once: a billing run needs an id for each
 * line.
 */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const count = time === latest.time ? (latest.count + 1) % 2 ** counterBits : 0;
  latest = { time, count };
  const counter = count.toString(16).padStart(counterBits / 4, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}${randomUUID().slice('01234567-0123-4567'.length)}`;
}

/** Lower than every id: the start of a walk in the order of ids. */
export const firstId = '00000000-0000-0000-0000-000000000000';
