import * as z from 'zod';
import { dataOf, done } from './answers.ts';
import {
  confirmInput,
  customerLoginAnswer,
  loginInput,
  mailSent,
  passwordChangeInput,
  resetSendInput,
} from './auth.ts';
import {
  cabinetSignInAnswer,
  cabinetState,
  domainResolvedInput,
  entitlements,
  ticketAnswer,
  ticketInput,
  usageInput,
} from './cabinet.ts';
import { customerProfile, customerProfileInput } from './customer.ts';
import { email } from './primitives.ts';
import { offer, partnerChoice, registrationInput } from './registration.ts';
import { anyone, cabinet, customer, route } from './route.ts';
import type { Variant } from './variants.ts';

/**
 * The customers' routes: prefixes `auth`, `cabinet` and `offer`, and what cabinets call (API.md).
 */
export function customerApi(variant: Variant) {
  return {
    register: route({
      method: 'POST',
      path: '/auth/register',
      access: anyone,
      summary: 'Register a customer and mail a confirmation',
      body: registrationInput(variant),
      answer: z.union([customerLoginAnswer, z.object({ data: z.object({ sent: z.literal(true) }) })]),
      status: 201,
      errors: ['email_taken', 'phone_taken', 'registration_closed', 'too_many_requests'],
    }),
    resendConfirmation: route({
      method: 'POST',
      path: '/auth/register/email/send',
      access: anyone,
      summary: 'Send the confirmation again, to a mended address if one is given',
      body: z.strictObject({ email: email.optional() }),
      bodyOptional: true,
      answer: mailSent,
      errors: ['unauthorized', 'already_confirmed', 'email_taken', 'too_many_requests'],
    }),
    sendReset: route({
      method: 'POST',
      path: '/auth/reset/email/send',
      access: anyone,
      summary: 'Mail a link for a new password',
      body: resetSendInput,
      answer: mailSent,
      errors: ['email_not_registered', 'too_many_requests'],
    }),
    findCabinet: route({
      method: 'POST',
      path: '/auth/find/email/send',
      access: anyone,
      summary: "Mail the address of one's cabinet",
      body: resetSendInput,
      answer: mailSent,
      errors: ['too_many_requests'],
    }),
    confirm: route({
      method: 'POST',
      path: '/auth/confirm',
      access: anyone,
      summary: 'Confirm an e-mail address; the first time, start making the cabinet',
      body: confirmInput,
      answer: customerLoginAnswer,
      errors: ['link_invalid', 'email_taken', 'too_many_requests'],
    }),
    changePassword: route({
      method: 'POST',
      path: '/auth/change',
      access: anyone,
      summary: 'Set a new password with a mailed link; ends every session and opens a new one',
      body: passwordChangeInput,
      answer: customerLoginAnswer,
      errors: ['link_invalid', 'too_many_requests'],
    }),
    login: route({
      method: 'POST',
      path: '/auth/login',
      access: anyone,
      summary: 'Sign a customer in',
      body: loginInput,
      answer: customerLoginAnswer,
      errors: ['invalid_credentials', 'account_inactive', 'too_many_requests', 'busy'],
    }),
    refresh: route({
      method: 'POST',
      path: '/auth/refresh-token',
      access: anyone,
      summary: 'Exchange the current token (bearer) for its successor',
      answer: customerLoginAnswer,
      errors: ['unauthorized'],
    }),
    logout: route({
      method: 'POST',
      path: '/auth/logout',
      access: anyone,
      summary: 'End the session; 200 whatever the token',
      ignoresBody: true,
      answer: done,
    }),
    me: route({
      method: 'GET',
      path: '/auth/me',
      access: customer,
      summary: "The customer's own profile and payment details",
      answer: dataOf(customerProfile),
    }),
    changeMe: route({
      method: 'PUT',
      path: '/auth/me',
      access: customer,
      summary: "Change one's own profile; a new e-mail holds once confirmed",
      body: customerProfileInput(variant),
      answer: dataOf(customerProfile),
      errors: ['email_taken', 'phone_taken', 'stale'],
    }),
    partners: route({
      method: 'GET',
      path: '/auth/partners',
      access: anyone,
      summary: 'Banks and alliances that one can register through',
      answer: dataOf(z.array(partnerChoice)),
    }),
    offer: route({
      method: 'GET',
      path: '/offer',
      access: anyone,
      summary: "The public offer in the request's language",
      answer: dataOf(offer),
    }),
    cabinetStatus: route({
      method: 'GET',
      path: '/cabinet/status',
      access: customer,
      summary: "How far one's cabinet is",
      answer: dataOf(cabinetState),
    }),
    domainResolved: route({
      method: 'POST',
      path: '/cabinet/domain-resolved',
      access: customer,
      summary: 'The browser has had an answer from the cabinet; the server looks for itself',
      body: domainResolvedInput,
      answer: dataOf(cabinetState),
    }),
    retryCabinet: route({
      method: 'POST',
      path: '/cabinet/retry',
      access: customer,
      summary: 'Try a failed creation again',
      answer: dataOf(cabinetState),
      errors: ['cabinet_not_failed'],
    }),
    enterCabinet: route({
      method: 'POST',
      path: '/cabinet/sign-in',
      access: customer,
      summary: 'A one-time ticket into the own cabinet, good for a minute',
      answer: dataOf(cabinetSignInAnswer),
      errors: ['cabinet_not_active'],
    }),
    redeemTicket: route({
      method: 'POST',
      path: '/cabinet-api/tickets',
      access: cabinet,
      summary: 'A cabinet asks whom a ticket signs in; once',
      body: ticketInput,
      answer: dataOf(ticketAnswer),
      errors: ['link_invalid'],
    }),
    entitlements: route({
      method: 'GET',
      path: '/cabinet-api/entitlements',
      access: cabinet,
      summary: 'What the tariff gives, and what a cabinet may show of its client',
      answer: dataOf(entitlements),
    }),
    reportUsage: route({
      method: 'POST',
      path: '/cabinet-api/usage',
      access: cabinet,
      summary: 'Turnover of the month, goods, cash-register points and last visit',
      body: usageInput,
      answer: done,
    }),
  };
}
