import { expect, it } from 'vitest';
import { mailboxOf } from '#web/ui/customer/form/mailbox.ts';

it.each([
  ['olena@gmail.com', 'https://mail.google.com'],
  ['Olena@UKR.net ', 'https://mail.ukr.net'],
  ['"a@b"@inbox.lt', 'https://www.inbox.lt'],
  ['olena@kramnytsia.example', null],
  ['olena@constructor', null],
  ['', null],
])('the mailbox of %j is read at %s', (email, page) => {
  expect(mailboxOf(email)).toBe(page);
});
