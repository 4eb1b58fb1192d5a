import * as z from 'zod';
import { dataOf, done } from '../../http/answers.ts';
import { customerLoginAnswer, staffLoginAnswer } from '../../accounts/auth.ts';
import { newPasskeyInput, passkey, passkeyOptions, passkeySignInInput } from '../../accounts/passkey.ts';
import { reauthenticateInput } from '../../accounts/two-factor.ts';
import { anyone, route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';
import { customerAddresses } from '../customer-addresses.ts';

/** Open before a second factor is set up, because a passkey counts as both. */
const own = staff(null, { readOnlyMay: true, beforeTwoFactor: true });

/** What the routes of staff and of customers have in common: all but the address, the caller and the sign-in. */
const list = { summary: "One's own passkeys, the newest first", answer: dataOf(z.array(passkey)) } as const;
const add = {
  summary: "Keep a passkey that the authenticator has made from this session's options",
  body: newPasskeyInput,
  answer: dataOf(passkey),
  status: 201,
  errors: ['passkey_refused', 'unconfirmed'],
} as const;
const remove = {
  summary: 'Remove a passkey; without a password the last one stays',
  params: z.strictObject({ id }),
  answer: done,
  errors: ['last_sign_in'],
} as const;
const options = {
  summary: 'What the browser asks an authenticator with; works once, within five minutes',
  answer: dataOf(passkeyOptions),
  errors: ['too_many_requests'],
} as const;
const begin = {
  summary: 'What the browser makes a passkey with; works once, within five minutes',
  answer: dataOf(passkeyOptions),
} as const;
const signIn = {
  summary: 'Sign in with the answer of an authenticator; it counts as both factors',
  body: passkeySignInInput,
} as const;

/** Passkeys of staff: at login, in one's own account, and as a proof for sensitive acts. */
export const passkeyApi = {
  passkeys: route({ method: 'GET', path: '/admin/auth/passkeys', access: own, ...list }),
  addPasskey: route({ method: 'POST', path: '/admin/auth/passkeys', access: own, sensitive: true, ...add }),
  removePasskey: route({
    method: 'DELETE',
    path: '/admin/auth/passkeys/:id',
    access: staff(null, { readOnlyMay: true }),
    sensitive: true,
    ...remove,
  }),
  beginPasskey: route({
    method: 'POST',
    path: '/admin/auth/passkeys/options',
    access: own,
    sensitive: true,
    ...begin,
    errors: ['unconfirmed'],
  }),
  askPasskey: route({ method: 'POST', path: '/admin/auth/passkey/options', access: anyone, ...options }),
  signInByPasskey: route({
    method: 'POST',
    path: '/admin/auth/passkey/verify',
    access: anyone,
    ...signIn,
    answer: staffLoginAnswer,
    errors: ['passwords_off', 'passkey_refused', 'too_many_requests'],
  }),
};

/** The same of a customer's person; a new one needs the password, and the second factor where it is on. */
export const ownPasskeyApi = {
  passkeys: route({ ...customerAddresses.passkeys, ...list }),
  addPasskey: route({ ...customerAddresses.addPasskey, ...add }),
  removePasskey: route({ ...customerAddresses.removePasskey, ...remove }),
  beginPasskey: route({
    ...customerAddresses.beginPasskey,
    ...begin,
    body: reauthenticateInput,
    errors: ['unconfirmed', 'too_many_requests'],
  }),
  askPasskey: route({ ...customerAddresses.askPasskey, ...options }),
  signInByPasskey: route({
    ...customerAddresses.signInByPasskey,
    ...signIn,
    answer: customerLoginAnswer,
    errors: ['passkey_refused', 'account_inactive', 'too_many_requests'],
  }),
};
