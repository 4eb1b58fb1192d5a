import { expect, it } from 'vitest';
import { mailboxOf } from '#web/ui/customer/form/mailbox.ts';

it.each([
  ['olena@gmail.com', { name: 'Gmail', url: 'https://mail.google.com' }],
  ['Olena@UKR.net ', { name: 'ukr.net', url: 'https://mail.ukr.net' }],
  ['"a@b"@inbox.lt', { name: 'inbox.lt', url: 'https://www.inbox.lt' }],
  ['olena@kramnytsia.example', null],
  ['olena@constructor', null],
  ['', null],
])('the mailbox of %j is %j', (email, page) => {
  expect(mailboxOf(email)).toEqual(page);
});
