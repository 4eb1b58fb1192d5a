import { describe, expect, it } from 'vitest';
import { weightOf } from '#server/audit-log/security-event-bounds.ts';
import { deviceOf } from '#server/audit-log/security-events.ts';

describe('the device of a security event', () => {
  it('is the browser and system as a person names them', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect(deviceOf(firefox)).toBe('Firefox · Linux');
  });

  it('is what an unknown one says of itself, on one short line', () => {
    expect(deviceOf('curl/8.5.0')).toBe('curl/8.5.0');
    expect(deviceOf(' bot\n\tof\u0000 mine ')).toBe('bot of mine');
    expect(deviceOf('x'.repeat(5000))).toHaveLength(120);
  });

  it('is unknown when nothing is said', () => {
    expect([null, '', '  '].map(deviceOf)).toEqual([null, null, null]);
  });
});

describe('the bound of events that a stranger causes', () => {
  it('lets the first of a minute through one by one, and of the rest the tenfold alone, with their number', () => {
    const written = Array.from({ length: 2500 }, (_, index) => index + 1).flatMap((count) => {
      const weight = weightOf(count, 20);
      return weight === undefined ? [] : [[count, weight]];
    });
    expect(written.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, index) => [index + 1, 1]));
    expect(written.slice(19)).toEqual([
      [20, 20],
      [200, 200],
      [2000, 2000],
    ]);
  });
});
