import type { ForecastEntry } from '#contract/money/forecast.ts';
import { mostResentAtOnce } from '#contract/entities/email.ts';
import { emailApi as api } from '#contract/routes/email.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import type { MailDeps } from '#server/mail/mail-deps.ts';
import { dismissEmail } from './dismiss-email.ts';
import { mailListing, readEmail, requireEmail } from './read-email.ts';
import { resendEmails } from './resend-emails.ts';
import { resendEmail, type ResendDeps } from './resend-email.ts';

interface MailRouteDeps extends Pick<ResendDeps, 'factsNow'> {
  mail: MailDeps;
  lists: ListDeps;
  /** What happens to a client next. */
  nextEvent(caller: Caller, clientId: string): Promise<ForecastEntry | null>;
}

/** `admin/emails…` (API.md). */
export function mailRoutes({ mail, lists, nextEvent, factsNow }: MailRouteDeps): Implementation[] {
  return [
    onList(api.emails, mailListing(mail), lists),
    onStaff(api.email, async ({ caller, params }) => {
      const email = await readEmail(mail, caller, params.id);
      const next = email.client_id === null ? null : await nextEvent(caller, email.client_id);
      return { data: { ...email, next } };
    }),
    onStaff(
      api.resendEmail,
      async ({ caller, params }) => ({ data: await resendEmail({ ...mail, factsNow }, caller, params.id) }),
      async ({ params }) => {
        await requireEmail(mail, params.id);
      },
    ),
    onStaff(api.resendEmails, async ({ caller, body: { query } }) => ({
      data: await resendEmails({ ...mail, lists, factsNow }, caller, { query, max: mostResentAtOnce }),
    })),
    onStaff(
      api.dismissEmail,
      async ({ caller, params }) => ({ data: await dismissEmail(mail, caller, params.id) }),
      async ({ params }) => {
        await requireEmail(mail, params.id);
      },
    ),
  ];
}
