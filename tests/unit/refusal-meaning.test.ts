import { describe, expect, it } from 'vitest';
import { locales } from '#contract/kernel/variants.ts';
import { hasText } from '#server/kernel/messages.ts';
import { refusalMeaning } from '#server/mail/log/refusal-meaning.ts';

describe('the meaning of a refusal by a mail server', () => {
  it.each([
    ['550 5.1.1 Mailbox does not exist', 'no_mailbox'],
    ["Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.c>: User unknown", 'no_mailbox'],
    ['550-5.1.10 RESOLVER.ADR.RecipientNotFound', 'no_mailbox'],
    ['550 5.1.2 Host unknown', 'no_domain'],
    ['552 5.2.2 Mailbox is full', 'mailbox_full'],
    ['452 4.2.2 Over quota', 'mailbox_full'],
    ['550 5.2.1 The account is disabled', 'mailbox_off'],
    ['554 5.7.1 Message rejected as spam', 'refused'],
  ])('%s', (error, meaning) => {
    expect(refusalMeaning(error)).toBe(meaning);
    for (const locale of locales) expect(hasText(locale, `mailErrors.${meaning}`)).toBe(true);
  });

  it.each([
    'connect ECONNREFUSED 127.0.0.1:25',
    '550 No',
    '250 2.1.5 OK',
    'version 5.1.1 of it',
    '',
    'gave_up',
  ])('is not guessed: %s', (error) => {
    expect(refusalMeaning(error)).toBeNull();
  });
});
