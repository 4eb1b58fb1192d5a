import { describe, expect, it } from 'vitest';
import { newId } from '#server/kernel/ids.ts';

const now = new Date('2026-11-22T02:00:00.123Z');

describe('a new id', () => {
  it('is a UUIDv7 of the moment', () => {
    const id = newId(now);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(now.getTime());
  });

  it('comes after the one before it, of the same moment or an earlier one', () => {
    const later = new Date(now.getTime() + 1);
    const ids = [...Array.from({ length: 1000 }, () => newId(now)), newId(later)];
    expect(ids).toEqual(ids.toSorted());
  });

  it('is no other one, however many a moment has', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newId(now))).size).toBe(20_000);
  });
});
