import * as z from 'zod';
import { signInMethods } from '../../accounts/sign-in-methods.ts';
import { dataOf, done } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';

const read = { method: 'GET', answer: dataOf(signInMethods) } as const;
const remove = { method: 'DELETE', sensitive: true, answer: done } as const;
const ofMember = { access: staff('clients.write') } as const;
const ofUser = { access: staff('users.write') } as const;

/** How colleagues and clients' members sign in, and the removal of a passkey that they have lost (docs/decisions/0229). */
export const signInMethodApi = {
  userSignIn: route({
    ...read,
    ...ofUser,
    path: '/admin/users/:id/sign-in-methods',
    summary: 'How a colleague signs in: passkeys, second factor, company account',
    params: z.strictObject({ id }),
    errors: ['above_own_permissions'],
  }),
  removeUserPasskey: route({
    ...remove,
    ...ofUser,
    path: '/admin/users/:id/passkeys/:passkey',
    summary: 'Remove a passkey that a colleague has lost; ends their sessions',
    params: z.strictObject({ id, passkey: id }),
    errors: ['above_own_permissions', 'deleted', 'last_sign_in'],
  }),
  memberSignIn: route({
    ...read,
    ...ofMember,
    path: '/admin/clients/:id/members/:person/sign-in-methods',
    summary: 'How a client’s member signs in: passkeys, second factor',
    params: z.strictObject({ id, person: id }),
  }),
  removeMemberPasskey: route({
    ...remove,
    ...ofMember,
    path: '/admin/clients/:id/members/:person/passkeys/:passkey',
    summary: 'Remove a passkey that a client’s member has lost; ends their sessions',
    params: z.strictObject({ id, person: id, passkey: id }),
  }),
};
