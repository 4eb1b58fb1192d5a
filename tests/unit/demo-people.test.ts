import { describe, expect, it } from 'vitest';
import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import { e164 } from '#contract/contact/phone.ts';
import { hasIbanDigits } from '#contract/money/iban.ts';
import { contactBook, peopleOf } from '../../scripts/demo/names/contact-book.ts';
import { sellers } from '../../scripts/demo/seller/sellers.ts';
import { createRandom } from '../../scripts/demo/random.ts';

describe.each(['ua', 'lt'] as const)('people of the demo in variant %s', (variant) => {
  const people = peopleOf[variant];
  const random = createRandom(7);
  const book = contactBook(random, people);
  const contacts = Array.from({ length: 400 }, () => book.next());

  it('have names, emails and phones of their own', () => {
    for (const field of ['name', 'email', 'phone'] as const)
      expect(new Set(contacts.map((contact) => contact[field])).size).toBe(contacts.length);
    for (const { country_code, phone } of contacts) expect(e164(country_code, phone)).toBeTruthy();
  });

  it('have codes and accounts whose check digits fit', () => {
    expect(contacts.filter(({ type, ident }) => isCodeDoubtful(variant, type, ident))).toEqual([]);
    expect(contacts.map(({ ident }) => ident.length)).toContain(variant === 'lt' ? 11 : 10);
    for (let count = 0; count < 50; count += 1)
      expect(hasIbanDigits(people.bankAccount(random).account)).toBe(true);
    const { code, account } = sellers[variant].company;
    expect([isCodeDoubtful(variant, 'legal', code), hasIbanDigits(account)]).toEqual([false, true]);
  });

  it('write in the letters of their country', () => {
    const letters = variant === 'ua' ? /^[\p{Script=Cyrillic}\s«»’'-]+$/u : /^[\p{Script=Latin}\s„“&-]+$/u;
    expect(contacts.filter(({ name }) => !letters.test(name))).toEqual([]);
    const address = people.address(random);
    expect(variant === 'ua' ? /вул\./.test(address) : /g\. \d+, LT-\d{5} /.test(address)).toBe(true);
  });
});
