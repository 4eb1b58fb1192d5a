import { adminApi } from '#contract/admin-api.ts';
import { type EmailRow, emailList } from '#contract/email.ts';
import { EmailState } from '#web/resources/emails/email-cells.tsx';
import { defineResource } from '#web/ui/define-resource.ts';

/** The e-mail log: everything that the platform wrote, and what became of it. */
export const emailResource = defineResource<EmailRow>({
  name: 'emails',
  path: 'settings/emails',
  spec: emailList,
  routes: { list: adminApi.emails, one: adminApi.email },
  permissions: { read: 'settings.read', write: 'settings.write' },
  titleField: 'subject',
  columns: [
    { field: 'subject', shown: true },
    { field: 'status', shown: true, cell: ({ status }) => <EmailState status={status} /> },
    { field: 'kind', shown: true },
    { field: 'to', shown: true },
    { field: 'attempts', shown: true },
    { field: 'reason', shown: true },
    { field: 'created_at', shown: true },
    { field: 'sent_at', shown: true },
    { field: 'error' },
    { field: 'locale' },
  ],
  filters: [
    { field: 'status' },
    { field: 'kind' },
    { field: 'to' },
    { field: 'subject' },
    { field: 'locale' },
    { field: 'attempts' },
    { field: 'created_at', last: true },
    { field: 'sent_at', last: true },
  ],
});
