import * as z from 'zod';
import { dataOf, done } from '../../http/answers.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { customerLoginAnswer, staffLoginAnswer } from '../../accounts/auth.ts';
import { member } from '../../accounts/member.ts';
import { id } from '../../kernel/primitives.ts';
import { anyone, route, staff } from '../../http/route.ts';
import {
  recoveryCodes,
  secondFactorInput,
  twoFactorBeginInput,
  twoFactorConfirmInput,
  twoFactorProofInput,
  twoFactorSecret,
  twoFactorState,
  provedAnswer,
  staffProofInput,
} from '../../accounts/two-factor.ts';
import { user } from '../../entities/user.ts';
import { customerAddresses } from '../customer-addresses.ts';

const own = staff(null, { readOnlyMay: true, beforeTwoFactor: true });

/** What the routes of staff and of customers have in common: all but the address, the caller and the sign-in. */
const secondFactor = {
  summary: 'Finish a login with the challenge from 403 second_factor_required, and a code',
  body: secondFactorInput,
  errors: ['second_factor_expired', 'too_many_requests'],
} as const;
const read = { summary: "One's own second factor", answer: dataOf(twoFactorState) } as const;
const begin = {
  summary: 'Begin to set up a second factor: a new secret for an authenticator app',
  body: twoFactorBeginInput,
  answer: dataOf(twoFactorSecret),
  status: 201,
  errors: ['two_factor_on', 'unconfirmed', 'too_many_requests'],
} as const;
const confirm = {
  summary: 'Switch it on with a code of the app; answers the recovery codes, ends the other sessions',
  body: twoFactorConfirmInput,
  answer: dataOf(recoveryCodes),
  errors: ['two_factor_on', 'two_factor_off', 'too_many_requests'],
} as const;
const renew = {
  summary: 'Make new recovery codes; the earlier ones are void',
  body: twoFactorProofInput,
  answer: dataOf(recoveryCodes),
  status: 201,
  errors: ['two_factor_off', 'too_many_requests'],
} as const;
const end = {
  summary: 'Switch it off',
  body: twoFactorProofInput,
  answer: done,
  errors: ['two_factor_off', 'too_many_requests'],
} as const;

/** Staff may have no passwords, and so no second factor. */
const ofStaff = <Code extends ErrorCode>({ errors }: { errors: readonly Code[] }) =>
  ['passwords_off', ...errors] as const;

/** The second factor of staff: at login, in one's own account, and for a colleague who has lost it. */
export const twoFactorApi = {
  secondFactor: route({
    method: 'POST',
    path: '/admin/auth/second-factor',
    access: anyone,
    ...secondFactor,
    answer: staffLoginAnswer,
    errors: ofStaff(secondFactor),
  }),
  reauthenticate: route({
    method: 'POST',
    path: '/admin/auth/reauthenticate',
    access: own,
    summary: 'Prove who holds the session, so that it may do sensitive acts for 15 minutes',
    body: staffProofInput,
    answer: dataOf(provedAnswer),
    errors: [
      'passwords_off',
      'oidc_not_you',
      'oidc_not_fresh',
      'oidc_denied',
      'oidc_expired',
      'oidc_failed',
      'oidc_unavailable',
      'too_many_requests',
    ],
  }),
  twoFactor: route({ method: 'GET', path: '/admin/auth/two-factor', access: own, ...read }),
  beginTwoFactor: route({
    method: 'POST',
    path: '/admin/auth/two-factor',
    access: own,
    ...begin,
    errors: [...ofStaff(begin), 'reauthentication_required'],
  }),
  confirmTwoFactor: route({
    method: 'POST',
    path: '/admin/auth/two-factor/confirm',
    access: own,
    ...confirm,
    errors: [...ofStaff(confirm), 'reauthentication_required'],
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/admin/auth/two-factor/recovery-codes',
    access: staff(null, { readOnlyMay: true }),
    ...renew,
    errors: ofStaff(renew),
  }),
  endTwoFactor: route({
    method: 'POST',
    path: '/admin/auth/two-factor/off',
    access: staff(null, { readOnlyMay: true }),
    ...end,
    errors: ofStaff(end),
  }),
  resetTwoFactor: route({
    method: 'DELETE',
    path: '/admin/users/:id/two-factor',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Switch off the second factor of a colleague who has lost it; removes passkeys, ends sessions',
    params: z.strictObject({ id }),
    answer: dataOf(user),
    errors: ['above_own_permissions', 'deleted', 'own_two_factor', 'two_factor_off'],
  }),
};

/** The same of a customer's person; nobody has to have one. */
export const ownTwoFactorApi = {
  secondFactor: route({ ...customerAddresses.secondFactor, ...secondFactor, answer: customerLoginAnswer }),
  twoFactor: route({ ...customerAddresses.twoFactor, ...read }),
  beginTwoFactor: route({ ...customerAddresses.beginTwoFactor, ...begin }),
  confirmTwoFactor: route({ ...customerAddresses.confirmTwoFactor, ...confirm }),
  renewRecoveryCodes: route({ ...customerAddresses.renewRecoveryCodes, ...renew }),
  endTwoFactor: route({ ...customerAddresses.endTwoFactor, ...end }),
};

/** For a person who has lost it. */
export const personTwoFactorApi = {
  resetMemberTwoFactor: route({
    method: 'DELETE',
    path: '/admin/clients/:id/members/:person/two-factor',
    access: staff('clients.write'),
    sensitive: true,
    summary: 'Switch off the second factor of a member who has lost it; removes passkeys, ends sessions',
    params: z.strictObject({ id, person: id }),
    answer: dataOf(member),
    errors: ['two_factor_off'],
  }),
};
