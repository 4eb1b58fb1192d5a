import { describe, expect, it } from 'vitest';
import { bodyHash } from '#server/db/idempotency.ts';

describe('what a body is compared by', () => {
  it('is the same in whatever order its fields come, and with those that say nothing', () => {
    const hash = bodyHash({ amount: 5, paper: { invoice: 'A', year: 2026 }, tags: [1, 2] });
    expect(
      bodyHash({ tags: [1, 2], paper: { year: 2026, invoice: 'A' }, amount: 5, note: undefined }),
    ).toEqual(hash);
  });

  it.each([
    { amount: 6, tags: [1, 2] },
    { amount: '5', tags: [1, 2] },
    { amount: 5, tags: [2, 1] },
    { amount: 5, tags: [1, 2], note: null },
    { amount: 5 },
    undefined,
  ])('is another for %j', (other) => {
    expect(bodyHash(other)).not.toEqual(bodyHash({ amount: 5, tags: [1, 2] }));
  });
});
