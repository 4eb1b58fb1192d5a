import { type EmailDetails, type EmailRow, emailList } from '#contract/entities/email.ts';
import { emailApi } from '#contract/routes/email.ts';
import { EmailClient, EmailError, EmailState } from '#web/resources/emails/email-cells.tsx';
import { ResendFailed } from '#web/resources/emails/resend-failed.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** The email log: every email of the platform, and its fate. */
export const emailResource = defineResource<EmailRow, EmailDetails>({
  name: 'emails',
  path: 'settings/emails',
  spec: emailList,
  title: 'settings.emails.title',
  routes: { list: emailApi.emails, one: emailApi.email },
  show: async () => (await import('./email-show.tsx')).emailShow,
  list: { actions: ResendFailed },
  titleField: 'subject',
  csv: true,
  whileUsed: { 'kind.turnover_exceeded': 'monthly_turnover', 'kind.goods_exceeded': 'goods_count' },
  columns: [
    { field: 'subject', shown: true, cell: ({ subject }) => <span title={subject}>{subject}</span> },
    { field: 'status', shown: true, leads: true, cell: (email) => <EmailState email={email} /> },
    {
      field: 'error',
      shownWith: { field: 'status', value: 'failed' },
      takesRest: true,
      lines: true,
      cell: (email) => email.error !== null && <EmailError email={email} error={email.error} />,
    },
    { field: 'kind', shown: true },
    { field: 'to', shown: true },
    { field: 'client_name', file: [], cell: (email) => <EmailClient email={email} /> },
    { field: 'created_at', shown: true, hasTime: true },
    { field: 'sent_at', hasTime: true },
    { field: 'attempts' },
    { field: 'reason', file: [] },
    { field: 'dealt_with_at', hasTime: true },
    { field: 'locale' },
  ],
  filters: [
    { field: 'status', often: true },
    { field: 'kind', often: true },
    { field: 'to', often: true },
    { field: 'subject' },
    { field: 'locale' },
    { field: 'attempts' },
    { field: 'created_at', often: true, last: true },
    { field: 'sent_at', last: true },
    { field: 'dealt_with_at', last: true, orNone: true },
  ],
});
