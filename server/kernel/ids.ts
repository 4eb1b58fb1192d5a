import { randomUUID } from 'node:crypto';

const counterBits = 12;
let latest = { time: '', count: 0 };

/**
 * A new UUIDv7 (RFC 9562): 48 bits of the given time, a counter of 12 bits that keeps the rows of one moment in order,
 * and 62 random bits. They come from `randomUUID`, which draws in bulk: a billing run makes an id for each line.
 */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const count = time === latest.time ? (latest.count + 1) % 2 ** counterBits : 0;
  latest = { time, count };
  const counter = count.toString(16).padStart(counterBits / 4, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}${randomUUID().slice('01234567-0123-4567'.length)}`;
}

/** Lower than every id: where a walk in the order of ids begins. */
export const firstId = '00000000-0000-0000-0000-000000000000';
