import * as z from 'zod';
import { dataOf, listOf } from '../http/answers.ts';
import { emailDetails, emailList, emailRow, resentEmails } from '../entities/email.ts';
import { id } from '../kernel/primitives.ts';
import { route, staff } from '../http/route.ts';

const byId = z.strictObject({ id });

/** The email log: prefix `admin/emails`. */
export const emailApi = {
  emails: route({
    method: 'GET',
    path: '/admin/emails',
    access: staff('settings.read'),
    summary: 'The email log, newest first',
    list: emailList,
    answer: listOf(emailRow),
  }),
  email: route({
    method: 'GET',
    path: '/admin/emails/:id',
    access: staff('settings.read'),
    summary: 'One email with its stored copy',
    params: byId,
    answer: dataOf(emailDetails),
  }),
  resendEmail: route({
    method: 'POST',
    path: '/admin/emails/:id/resend',
    // Which of them decides depends on the email (`resendNeeds`).
    access: staff(['settings.write', 'clients.write']),
    summary:
      'Send an email again, as a new one with a new link and the present values; with `clients.write` alone: what tells a client of their service and money',
    params: byId,
    answer: dataOf(emailRow),
    status: 201,
    errors: ['already_confirmed', 'cabinet_not_active', 'deleted', 'mail_outdated'],
  }),
  resendEmails: route({
    method: 'POST',
    path: '/admin/emails/resend',
    access: staff('settings.write'),
    summary: 'Send all failed emails again that a query of the list finds, up to 1000, a hundred a minute',
    body: z.strictObject({ query: z.string().max(4000) }),
    answer: dataOf(resentEmails),
  }),
  dismissEmail: route({
    method: 'POST',
    path: '/admin/emails/:id/dismiss',
    access: staff('settings.write'),
    summary: 'Stop the home screen asking for a failed email; again changes nothing',
    params: byId,
    answer: dataOf(emailRow),
    errors: ['mail_not_failed'],
  }),
};
