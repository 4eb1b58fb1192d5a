import { adminSettingsApi as api } from '#contract/admin-settings-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { PartnerService } from './partner-service.ts';

/** `admin/partners` (API.md). */
export function partnerRoutes({
  partners,
  lists,
}: {
  partners: PartnerService;
  lists: ListDeps;
}): Implementation[] {
  return [
    onList(api.partners, partners.listing, lists),
    onStaff(api.partner, async ({ params }) => ({ data: await partners.show(params.id) })),
    onStaff(api.createPartner, async ({ caller, body }) => ({ data: await partners.create(caller, body) })),
    onStaff(
      api.changePartner,
      async ({ caller, params, body }) => ({ data: await partners.change(caller, params.id, body) }),
      async ({ params }) => void (await partners.show(params.id)),
    ),
    onStaff(api.deletePartner, async ({ caller, params }) => {
      await partners.remove(caller, params.id);
      return { data: {} };
    }),
  ];
}
