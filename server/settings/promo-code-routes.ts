import { adminSettingsApi as api } from '#contract/admin-settings-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { PromoCodeService } from './promo-code-service.ts';

/** `admin/promo-codes` (API.md). */
export function promoCodeRoutes({
  promoCodes,
  lists,
}: {
  promoCodes: PromoCodeService;
  lists: ListDeps;
}): Implementation[] {
  return [
    onList(api.promoCodes, promoCodes.listing, lists),
    onStaff(api.promoCode, async ({ params }) => ({ data: await promoCodes.show(params.id) })),
    onStaff(api.createPromoCode, async ({ caller, body }) => ({
      data: await promoCodes.create(caller, body),
    })),
    onStaff(
      api.changePromoCode,
      async ({ caller, params, body }) => ({ data: await promoCodes.change(caller, params.id, body) }),
      async ({ params }) => void (await promoCodes.show(params.id)),
    ),
    onStaff(api.deletePromoCode, async ({ caller, params }) => {
      await promoCodes.remove(caller, params.id);
      return { data: {} };
    }),
  ];
}
