import { adminApi as api } from '#contract/admin-api.ts';
import type { ForecastEntry } from '#contract/subscription.ts';
import type { Caller } from '#server/http/caller.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { mailListing } from './mail-listing.ts';
import type { FactsNow, MailService } from './mail-service.ts';

interface MailRouteDeps {
  mail: MailService;
  lists: ListDeps;
  /** What comes next for a client by itself. */
  nextEvent(caller: Caller, clientId: string): Promise<ForecastEntry | null>;
  factsNow: FactsNow;
}

/** `admin/emails…` (API.md). */
export function mailRoutes({ mail, lists, nextEvent, factsNow }: MailRouteDeps): Implementation[] {
  return [
    onList(api.emails, mailListing(lists.db), lists),
    onStaff(api.email, async ({ caller, params }) => {
      const email = await mail.show(caller, params.id);
      const next = email.client_id === null ? null : await nextEvent(caller, email.client_id);
      return { data: { ...email, next } };
    }),
    onStaff(
      api.resendEmail,
      async ({ caller, params }) => ({ data: await mail.resend(caller, params.id, factsNow) }),
      async ({ caller, params }) => {
        await mail.show(caller, params.id);
      },
    ),
  ];
}
