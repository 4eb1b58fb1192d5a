import { promoCodeApi as api } from '#contract/routes/promo-code.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { changeCode, createCode, readCode, removeCode } from './code-uses.ts';
import { promoCodes, promoCodeListing } from './promo-code.ts';

interface PromoCodeRouteDeps {
  db: Db;
  defaultLocale: Locale;
  lists: ListDeps;
}

/** `admin/promo-codes` (API.md). */
export function promoCodeRoutes(deps: PromoCodeRouteDeps): Implementation[] {
  return [
    onList(api.promoCodes, promoCodeListing(deps.db, deps.defaultLocale), deps.lists),
    onStaff(api.promoCode, async ({ caller, params }) => ({
      data: await readCode(deps, promoCodes, caller, params.id),
    })),
    onStaff(api.createPromoCode, async ({ caller, body }) => ({
      data: await createCode(deps, promoCodes, caller, body),
    })),
    onStaff(
      api.changePromoCode,
      async ({ caller, params: { id }, body: sent }) => ({
        data: await changeCode(deps, promoCodes, caller, { id, sent }),
      }),
      async ({ caller, params }) => void (await readCode(deps, promoCodes, caller, params.id)),
    ),
    onStaff(api.deletePromoCode, async ({ caller, params }) => {
      await removeCode(deps, promoCodes, caller, params.id);
      return { data: {} };
    }),
  ];
}
