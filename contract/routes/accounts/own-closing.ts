import { closing, closingInput } from '../../clients/closing.ts';
import { dataOf } from '../../http/answers.ts';
import { route } from '../../http/route.ts';
import { customerAddresses } from '../customer-addresses.ts';

/** A customer closes the own account: prefix `auth/me`. */
export const ownClosingApi = {
  closing: route({
    ...customerAddresses.closing,
    summary: 'Whether the account is closing, when it would, and what is left on the balance',
    answer: dataOf(closing),
  }),
  closeAccount: route({
    ...customerAddresses.closeAccount,
    summary: 'Close the account after `close_days`, and erase its data if asked; a repeat keeps the day',
    body: closingInput,
    answer: dataOf(closing),
    errors: ['too_many_requests', 'busy'],
  }),
  keepAccount: route({
    ...customerAddresses.keepAccount,
    summary: 'Take the closing back, until it ends',
    answer: dataOf(closing),
  }),
};
