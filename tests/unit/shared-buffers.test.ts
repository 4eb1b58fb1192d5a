import { expect, test } from 'vitest';
import { sharedBuffers } from '#server/postgres/buffer-pool.ts';

const gibibyte = 2 ** 30;

test('an eighth of the memory, and never less than PostgreSQL takes by itself nor more than half a gibibyte', () => {
  expect([0.25, 1, 2, 3, 4, 24, 512].map((size) => sharedBuffers(size * gibibyte))).toEqual([
    '128MB',
    '128MB',
    '256MB',
    '384MB',
    '512MB',
    '512MB',
    '512MB',
  ]);
});

test('of this machine, a size that PostgreSQL understands', () => {
  expect(sharedBuffers()).toMatch(/^\d{3,4}MB$/);
});
