import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import { clientTypes } from '#contract/contact/registration.ts';

describe('the check digit', () => {
  it.each([
    // Published by their owners: PrivatBank, Naftogaz, Ukrposhta; Lietuvos geležinkeliai, Telia Lietuva.
    ['ua', 'legal', '14360570'],
    ['ua', 'legal', '20077720'],
    ['ua', 'legal', '21560045'],
    ['lt', 'legal', '110053842'],
    ['lt', 'legal', '121215434'],
    // The examples of the tax service and of the population register.
    ['ua', 'individual', '3184710691'],
    ['lt', 'individual', '33309240064'],
  ] as const)('in %s of %s %s is right, and of no other last digit', (variant, type, code) => {
    const wrong = Array.from({ length: 10 }, (_, digit) => code.slice(0, -1) + digit).filter((one) =>
      isCodeDoubtful(variant, type, one),
    );
    expect(isCodeDoubtful(variant, type, code)).toBe(false);
    expect(wrong).toHaveLength(9);
  });

  it.each([
    ['ua', 'individual', '123456789'],
    ['ua', 'legal', '1234567'],
    ['lt', 'individual', '1234567890'],
    ['lt', 'legal', '1234567'],
    ['ua', 'legal', '1436057x'],
    ['ua', 'legal', ''],
  ] as const)('of another kind of number is not asked for: %s %s %j', (variant, type, code) => {
    expect(isCodeDoubtful(variant, type, code)).toBe(false);
  });

  it('is looked at in any number without failing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ua' as const, 'lt' as const),
        fc.constantFrom(...clientTypes),
        fc.stringMatching(/^\d{1,12}$/),
        (variant, type, code) => typeof isCodeDoubtful(variant, type, code) === 'boolean',
      ),
    );
  });
});
