import { randomUUID } from 'node:crypto';

const counterBits = 12;
let latest = { time: '', count: 0 };

/**
 * A new UUIDv7 (RFC 9562): 48 bits of the given time, 12 that count those of one moment, so that rows which one act
 * writes keep their order, and 62 random bits. Those of `randomUUID`, which draws for many at once: a billing run makes
 * one for each of its lines.
 */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const count = time === latest.time ? (latest.count + 1) % 2 ** counterBits : 0;
  latest = { time, count };
  const counter = count.toString(16).padStart(counterBits / 4, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}${randomUUID().slice('01234567-0123-4567'.length)}`;
}
