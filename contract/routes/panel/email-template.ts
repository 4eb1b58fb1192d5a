import * as z from 'zod';
import { dataOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import {
  emailTemplate,
  previewedEmail,
  templateInput,
  templateOverview,
  templateParams,
  templatePreview,
  templateResetQuery,
  templateTest,
} from '../../panel/email-template.ts';

/** The operator's own words of emails (GROWTH section 19): prefix `admin/email-templates`. */
export const emailTemplateApi = {
  emailTemplates: route({
    method: 'GET',
    path: '/admin/email-templates',
    access: staff('settings.read'),
    summary: 'Which e-mails to customers have own words, in which languages',
    answer: dataOf(z.array(templateOverview)),
  }),
  emailTemplate: route({
    method: 'GET',
    path: '/admin/email-templates/:kind/:locale',
    access: staff('settings.read'),
    summary: 'The words of an e-mail in a language, with its variables and the built-in text',
    params: templateParams,
    answer: dataOf(emailTemplate),
  }),
  changeEmailTemplate: route({
    method: 'PUT',
    path: '/admin/email-templates/:kind/:locale',
    access: staff('settings.write'),
    summary: 'Give an e-mail own words: Markdown with the variables of its kind, without HTML',
    params: templateParams,
    body: templateInput,
    answer: dataOf(emailTemplate),
    errors: ['stale'],
  }),
  resetEmailTemplate: route({
    method: 'DELETE',
    path: '/admin/email-templates/:kind/:locale',
    access: staff('settings.write'),
    summary: 'Return to the built-in text',
    params: templateParams,
    query: templateResetQuery,
    answer: dataOf(emailTemplate),
    errors: ['stale'],
  }),
  previewEmailTemplate: route({
    method: 'POST',
    path: '/admin/email-templates/preview',
    access: staff('settings.read', { readOnlyMay: true }),
    summary: 'An e-mail with these words, as HTML and as text; nothing is stored',
    body: templatePreview,
    answer: dataOf(previewedEmail),
  }),
  testEmailTemplate: route({
    method: 'POST',
    path: '/admin/email-templates/test',
    access: staff('settings.write'),
    summary: 'Send an e-mail with these words to oneself; its link leads nowhere',
    body: templateTest,
    answer: dataOf(z.object({ email_id: z.string() })),
    status: 201,
  }),
};
