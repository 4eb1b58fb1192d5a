import { describe, expect, it } from 'vitest';
import { deletionFloor } from '#server/subscriptions/lifecycle/deletion-floor.ts';
import { at } from '#tests/support/subscriptions/subscriptions.ts';

describe('the floor that a changed setting leaves', () => {
  it.each([
    ['2026-05-01T09:00:00Z', '2026-04-08T09:00:00.001Z'],
    ['2026-04-08T09:00:00Z', '2026-04-08T09:00:00Z'],
    ['2026-04-03T09:00:00Z', '2026-04-03T09:00:00Z'],
  ])('of a deletion at %s, changed on 1 April, is %s', (deletionAt, floor) => {
    expect(deletionFloor(at(deletionAt), at('2026-04-01T09:00:00Z'), 'Europe/Kyiv')).toEqual(at(floor));
  });
});
