import { adminApi as api } from '#contract/admin-api.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { TariffService } from './tariff-service.ts';

/** `admin/tariffs` and `admin/tariff-permissions` (API.md). */
export function tariffRoutes({ tariffs }: { tariffs: TariffService }): Implementation[] {
  return [
    onStaff(api.tariffs, ({ list, caller }) => tariffs.list(list, caller.locale)),
    onStaff(api.tariff, async ({ params, query, caller }) => ({
      data: await tariffs.show(params.id, query.include, caller.locale),
    })),
    onStaff(api.features, ({ list }) => tariffs.features(list)),
  ];
}
