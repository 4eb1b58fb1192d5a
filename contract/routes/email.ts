import * as z from 'zod';
import { dataOf, listOf } from '../http/answers.ts';
import { emailDetails, emailList, emailRow } from '../entities/email.ts';
import { id } from '../primitives.ts';
import { route, staff } from '../http/route.ts';

const byId = z.strictObject({ id });

/** The email log: prefix `admin/emails`. */
export const emailApi = {
  emails: route({
    method: 'GET',
    path: '/admin/emails',
    access: staff('settings.read'),
    summary: 'The e-mail log, newest first',
    list: emailList,
    answer: listOf(emailRow),
  }),
  email: route({
    method: 'GET',
    path: '/admin/emails/:id',
    access: staff('settings.read'),
    summary: 'One e-mail with its kept copy',
    params: byId,
    answer: dataOf(emailDetails),
  }),
  resendEmail: route({
    method: 'POST',
    path: '/admin/emails/:id/resend',
    access: staff('settings.write'),
    summary: 'Send an e-mail again, as a new one with a new link and with what holds by now',
    params: byId,
    answer: dataOf(emailRow),
    status: 201,
    errors: ['already_confirmed', 'cabinet_not_active', 'deleted', 'mail_outdated'],
  }),
};
