import { expect, it } from 'vitest';
import { isAddressRefused } from '#web/ui/admin/actions/refused-address.ts';

it.each([
  ['550 No such user', true],
  [
    'Can’t send mail - all recipients were rejected: 550 5.1.1 <a@b.example>: Recipient address rejected',
    true,
  ],
  ['553 mailbox name not allowed', true],
  ['550 5.7.1 Message rejected as spam', false],
  ['553 5.1.8 Sender address rejected', false],
  ['552 5.2.2 Mailbox full', false],
  ['connect ECONNREFUSED 10.5.1.2:25', false],
  [null, false],
])('tells a refused address from other failures: %s', (error, isRefused) => {
  expect(isAddressRefused(error)).toBe(isRefused);
});
