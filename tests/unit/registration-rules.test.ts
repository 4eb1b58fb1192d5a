import { describe, expect, it } from 'vitest';
import { identLength, registrationInput } from '#contract/contact/registration.ts';

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

describe('a registration with several mistakes', () => {
  const refused = (contact: Record<string, unknown>) =>
    registrationInput('ua')
      .safeParse({
        type: 'individual',
        name: 'Олена',
        email: 'olena@example.com',
        country_code: 'UA',
        phone: '501234567',
        ident: '1234567890',
        password: 'Vyshnia-2041',
        password_confirmation: 'Vyshnia-2041',
        terms: true,
        ...contact,
      })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

  it.each([
    [{ phone: '12a456', ident: '1' }, ['phone validation.phoneIncorrect', 'ident validation.identLength']],
    [{ phone: '12a', ident: '12a' }, ['phone validation.phoneIncorrect', 'ident validation.digitsOnly']],
    [
      { phone: '12a', password_confirmation: 'other' },
      ['phone validation.phoneIncorrect', 'password_confirmation validation.passwordsDiffer'],
    ],
    [{ phone: '123' }, ['phone validation.phoneLength']],
    [{}, undefined],
  ])('%j names each of them once', (contact, expected) => {
    expect(refused(contact)).toEqual(expected);
  });
});
