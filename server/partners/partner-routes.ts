import { partnerApi as api } from '#contract/routes/partner.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { changeCode, createCode, readCode, removeCode } from '#server/promo-codes/code-uses.ts';
import { partners, partnerListing } from './partner.ts';

interface PartnerRouteDeps {
  db: Db;
  defaultLocale: Locale;
  lists: ListDeps;
}

/** `admin/partners` (API.md). */
export function partnerRoutes(deps: PartnerRouteDeps): Implementation[] {
  return [
    onList(api.partners, partnerListing(deps.db, deps.defaultLocale), deps.lists),
    onStaff(api.partner, async ({ caller, params }) => ({
      data: await readCode(deps, partners, caller, params.id),
    })),
    onStaff(api.createPartner, async ({ caller, body }) => ({
      data: await createCode(deps, partners, caller, body),
    })),
    onStaff(
      api.changePartner,
      async ({ caller, params: { id }, body: sent }) => ({
        data: await changeCode(deps, partners, caller, { id, sent }),
      }),
      async ({ caller, params }) => void (await readCode(deps, partners, caller, params.id)),
    ),
    onStaff(api.deletePartner, async ({ caller, params }) => {
      await removeCode(deps, partners, caller, params.id);
      return { data: {} };
    }),
  ];
}
