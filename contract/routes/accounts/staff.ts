import * as z from 'zod';
import { dataOf, done } from '../../http/answers.ts';
import {
  addressRefused,
  confirmInput,
  loginInput,
  mailSent,
  ownSession,
  passwordChangeInput,
  resetSendInput,
  staffAccount,
  staffAddressConfirmed,
  staffLoginAnswer,
  staffProfileInput,
  staffRegisterInput,
} from '../../accounts/auth.ts';
import { id } from '../../kernel/primitives.ts';
import { anyone, route, staff } from '../../http/route.ts';
import { staffRecoveryAddresses } from '../customer-addresses.ts';

const byId = z.strictObject({ id });

/** Sign-in of staff and their own account: prefix `admin/auth`. */
export const staffApi = {
  login: route({
    method: 'POST',
    path: '/admin/auth/login',
    access: anyone,
    summary: 'Sign a member of staff in',
    body: loginInput,
    answer: staffLoginAnswer,
    errors: ['passwords_off', 'invalid_credentials', 'second_factor_required', 'too_many_requests', 'busy'],
  }),
  register: route({
    method: 'POST',
    path: '/admin/auth/register',
    access: anyone,
    summary: 'Make the first administrator by set-up token, or accept an invitation',
    body: staffRegisterInput,
    answer: staffLoginAnswer,
    status: 201,
    errors: ['passwords_off', 'setup_closed', 'setup_replaced', 'too_many_requests', 'busy'],
  }),
  invitation: route({
    method: 'POST',
    path: '/admin/auth/invitation',
    access: anyone,
    summary: 'What a set-up or invitation link is for, before it is used',
    body: confirmInput,
    answer: dataOf(
      z.object({
        purpose: z.enum(['setup', 'invitation', 'recovery']),
        email: z.string().nullable(),
        name: z.string().nullable(),
      }),
    ),
    errors: ['setup_closed', 'setup_replaced', 'too_many_requests'],
  }),
  logout: route({
    method: 'POST',
    path: '/admin/auth/logout',
    access: anyone,
    summary: 'End the session; 200 whatever the token',
    ignoresBody: true,
    answer: done,
  }),
  refresh: route({
    method: 'POST',
    path: '/admin/auth/refresh-token',
    access: anyone,
    summary: 'Exchange the current token (bearer) for its successor',
    answer: staffLoginAnswer,
    errors: ['unauthorized'],
  }),
  sendReset: route({
    ...staffRecoveryAddresses.sendReset,
    summary: 'Email a link for a new password; the same answer for every address',
    body: resetSendInput,
    answer: mailSent,
    errors: ['passwords_off', 'sent_recently', 'too_many_requests'],
  }),
  changePassword: route({
    ...staffRecoveryAddresses.changePassword,
    summary: 'Set a new password with an emailed link; ends every session',
    body: passwordChangeInput,
    answer: z.object({ domain: z.null(), data: z.object({}) }),
    errors: ['link_invalid', 'too_many_requests'],
  }),
  confirmAddress: route({
    ...staffRecoveryAddresses.confirmAddress,
    summary: 'Confirm a new address of a member of staff; opens no session',
    body: confirmInput,
    answer: dataOf(staffAddressConfirmed),
    errors: ['link_invalid', 'email_taken', 'too_many_requests'],
  }),
  refuseAddress: route({
    ...staffRecoveryAddresses.refuseAddress,
    summary: 'Refuse a new address with the link sent to the old one; undoes a confirmed change',
    body: confirmInput,
    answer: dataOf(addressRefused),
    errors: ['link_invalid', 'email_taken', 'too_many_requests'],
  }),
  me: route({
    method: 'GET',
    path: '/admin/auth/me',
    access: staff(null, { beforeTwoFactor: true }),
    summary: "One's own account",
    answer: dataOf(staffAccount),
  }),
  changeMe: route({
    method: 'PUT',
    path: '/admin/auth/me',
    access: staff(null, { readOnlyMay: true }),
    summary: "Change one's own name, language, password, or which alarms are emailed",
    body: staffProfileInput,
    answer: dataOf(staffAccount),
    errors: ['passwords_off', 'too_many_requests'],
  }),
  sessions: route({
    method: 'GET',
    path: '/admin/auth/sessions',
    access: staff(null),
    summary: "One's own sessions, the latest first",
    answer: dataOf(z.array(ownSession)),
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/admin/auth/sessions',
    access: staff(null, { readOnlyMay: true }),
    summary: "End one's own sessions, all but this one",
    answer: done,
  }),
  endSession: route({
    method: 'DELETE',
    path: '/admin/auth/sessions/:id',
    access: staff(null, { readOnlyMay: true }),
    summary: "End one of one's own sessions",
    params: byId,
    answer: done,
  }),
};
