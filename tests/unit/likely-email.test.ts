import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasForeignMailbox, likelyEmail } from '#web/ui/customer/form/likely-email.ts';

describe('the address that was probably meant', () => {
  it.each([
    ['olena@gmial.com', 'olena@gmail.com'],
    ['olena@gmai.com', 'olena@gmail.com'],
    ['olena@gmaill.com', 'olena@gmail.com'],
    ['olena@gmail.con', 'olena@gmail.com'],
    ['olena@gmail.co', 'olena@gmail.com'],
    ['Olena+shop@GMIAL.com', 'Olena+shop@gmail.com'],
    ['olena@ukr.nte', 'olena@ukr.net'],
    ['jonas@inbox.l', 'jonas@inbox.lt'],
    [' "a@b"@outlok.com ', '"a@b"@outlook.com'],
    ['оlena@khlib.ua', 'olena@khlib.ua'],
    ['olena@gmaіl.com', 'olena@gmail.com'],
    ['Сару@GMIAL.com', 'Capy@gmail.com'],
  ])('of %s is %s', (typed, meant) => {
    expect(likelyEmail(typed)).toBe(meant);
  });

  it.each([
    'olena@gmail.com',
    'olena@GMAIL.com',
    'olena@mail.com',
    'olena@email.com',
    'jana@inbox.lv',
    'olena@khlib.ua',
    'olena@gmail.com.ua',
    'olena@',
    '@gmial.com',
    'gmial.com',
    ' olena@khlib.ua ',
    'олена@gmail.com',
    'olena@пошта.укр',
    '',
  ])('is none for %j', (typed) => {
    expect(likelyEmail(typed)).toBeNull();
  });

  it('never has a mistake itself', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const likely = likelyEmail(email);
        expect(likely === null || likelyEmail(likely) === null).toBe(true);
      }),
    );
  });
});

it.each([
  ['олена@gmail.com', true],
  ['rašau@inbox.lt', true],
  ['olena@пошта.укр', false],
  ['olena@gmail.com', false],
  ['олена', false],
])('asks about the keyboard of the mailbox %s: %s', (typed, asks) => {
  expect(hasForeignMailbox(typed)).toBe(asks);
});
