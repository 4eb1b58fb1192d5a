import { describe, expect, it } from 'vitest';
import { identLength } from '#contract/contact/registration.ts';

describe('the length of an ident', () => {
  it.each([
    ['ua', 'individual', 10, 10],
    ['ua', 'legal', 8, 8],
    ['lt', 'individual', 8, 11],
    ['lt', 'legal', 8, 10],
  ] as const)('in %s of %s is %i to %i digits', (variant, type, min, max) => {
    expect(identLength(variant, type)).toEqual({ min, max });
  });
});
