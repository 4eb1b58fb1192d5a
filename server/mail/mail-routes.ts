import { adminApi as api } from '#contract/admin-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { mailListing } from './mail-listing.ts';
import type { MailService } from './mail-service.ts';

/** `admin/emails…` (API.md). */
export function mailRoutes({ mail, lists }: { mail: MailService; lists: ListDeps }): Implementation[] {
  return [
    onList(api.emails, mailListing(lists.db), lists),
    onStaff(api.email, async ({ caller, params }) => ({ data: await mail.show(caller, params.id) })),
    onStaff(
      api.resendEmail,
      async ({ caller, params }) => ({ data: await mail.resend(caller, params.id) }),
      async ({ caller, params }) => {
        await mail.show(caller, params.id);
      },
    ),
  ];
}
