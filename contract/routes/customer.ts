import * as z from 'zod';
import { dataOf, done } from '../http/answers.ts';
import {
  addressConfirmed,
  addressRefused,
  confirmInput,
  customerLoginAnswer,
  loginInput,
  mailSent,
  ownSession,
  passwordChangeInput,
  passwordQuestion,
  passwordVerdict,
  resetSendInput,
} from '../accounts/auth.ts';
import { cabinetSignIn, customerProfile, customerProfileInput, staffSignIn } from '../clients/customer.ts';
import { email, id } from '../kernel/primitives.ts';
import { registrationInput, registrationStart, startQuery } from '../contact/registration.ts';
import { route } from '../http/route.ts';
import { customerAddresses } from './customer-addresses.ts';

/** Customers: registration, sign-in and their own account: prefix `auth` (API.md). */
export const customerApi = {
  register: route({
    ...customerAddresses.register,
    summary: 'Register a customer and email a confirmation',
    body: registrationInput,
    answer: z.union([customerLoginAnswer, z.object({ data: z.object({ sent: z.literal(true) }) })]),
    status: 201,
    errors: ['email_taken', 'phone_taken', 'registration_closed', 'too_many_requests'],
  }),
  registrationStart: route({
    ...customerAddresses.registrationStart,
    summary: 'The tariff, free days and seller that a registration begins with',
    query: startQuery,
    answer: dataOf(registrationStart),
  }),
  checkPassword: route({
    ...customerAddresses.checkPassword,
    summary: 'Whether a password would be refused as easy to guess; nothing of it is kept',
    body: passwordQuestion,
    answer: dataOf(passwordVerdict),
    errors: ['too_many_requests'],
  }),
  checkPasswordLink: route({
    ...customerAddresses.checkPasswordLink,
    summary: 'Whether an emailed link still leads to a new password; it stays as it is',
    body: confirmInput,
    answer: done,
    errors: ['link_invalid', 'too_many_requests'],
  }),
  resendConfirmation: route({
    ...customerAddresses.resendConfirmation,
    summary: 'Send the confirmation again, to a corrected address if one is given',
    body: z.strictObject({ email: email.optional() }),
    bodyOptional: true,
    answer: mailSent,
    errors: ['unauthorized', 'account_blocked', 'already_confirmed', 'email_taken', 'sent_recently'],
  }),
  sendReset: route({
    ...customerAddresses.sendReset,
    summary: 'Email a link for a new password',
    body: resetSendInput,
    answer: mailSent,
    errors: ['email_not_registered', 'sent_recently', 'too_many_requests'],
  }),
  findCabinet: route({
    ...customerAddresses.findCabinet,
    summary: "Email the address of one's cabinet",
    body: resetSendInput,
    answer: mailSent,
    errors: ['sent_recently', 'too_many_requests'],
  }),
  confirm: route({
    ...customerAddresses.confirm,
    summary:
      'Confirm an email address; the first time, start making the cabinet and sign in, later without a token',
    body: confirmInput,
    answer: z.union([customerLoginAnswer, addressConfirmed]),
    errors: ['link_invalid', 'email_taken', 'too_many_requests'],
  }),
  refuseAddress: route({
    ...customerAddresses.refuseAddress,
    summary: 'Refuse a new address with the link sent to the old one; undoes a confirmed change',
    body: confirmInput,
    answer: dataOf(addressRefused),
    errors: ['link_invalid', 'email_taken', 'too_many_requests'],
  }),
  changePassword: route({
    ...customerAddresses.changePassword,
    summary: 'Set a new password with an emailed link; ends every session and opens a new one',
    body: passwordChangeInput,
    answer: customerLoginAnswer,
    errors: ['link_invalid', 'second_factor_required', 'too_many_requests'],
  }),
  login: route({
    ...customerAddresses.login,
    summary: 'Sign a customer in',
    body: loginInput,
    answer: customerLoginAnswer,
    errors: [
      'invalid_credentials',
      'account_inactive',
      'second_factor_required',
      'too_many_requests',
      'busy',
    ],
  }),
  refresh: route({
    ...customerAddresses.refresh,
    summary: 'Exchange the current token (bearer) for its successor',
    answer: customerLoginAnswer,
    errors: ['unauthorized'],
  }),
  logout: route({
    ...customerAddresses.logout,
    summary: 'End the session; 200 whatever the token',
    ignoresBody: true,
    answer: done,
  }),
  me: route({
    ...customerAddresses.me,
    summary: "The customer's own profile and payment details",
    answer: dataOf(customerProfile),
  }),
  changeMe: route({
    ...customerAddresses.changeMe,
    summary: "Change one's own profile; a new email takes effect once confirmed",
    body: customerProfileInput,
    answer: dataOf(customerProfile),
    errors: ['account_blocked', 'email_taken', 'phone_taken', 'stale'],
  }),
  sessions: route({
    ...customerAddresses.sessions,
    summary: "One's own sessions, the latest first",
    answer: dataOf(z.array(ownSession)),
  }),
  endSession: route({
    ...customerAddresses.endSession,
    summary: "End one of one's own sessions",
    params: z.strictObject({ id }),
    answer: done,
  }),
  staffSignIns: route({
    ...customerAddresses.staffSignIns,
    summary: "When staff were in one's cabinet, and why; the latest fifty",
    answer: dataOf(z.array(staffSignIn)),
  }),
  cabinetSignIns: route({
    ...customerAddresses.cabinetSignIns,
    summary: "Who came into one's cabinet and is still in, the latest first; fifty at most",
    answer: dataOf(z.array(cabinetSignIn)),
  }),
};
