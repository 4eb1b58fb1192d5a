import { adminApi } from '#contract/admin-api.ts';
import { type Tariff, tariffList } from '#contract/tariff.ts';
import { TariffClients, TariffState, Unlimited } from '#web/resources/tariffs/tariff-cells.tsx';
import { defineResource } from '#web/ui/define-resource.ts';

/** Tariffs. Money is in minor units; no limit is said in words. */
export const tariffResource = defineResource<Tariff>({
  name: 'tariffs',
  spec: tariffList,
  routes: { list: adminApi.tariffs, one: adminApi.tariff },
  permissions: { read: 'tariffs.read', write: 'tariffs.write' },
  titleField: 'name',
  columns: [
    { field: 'name', shown: true },
    { field: 'archived_at', shown: true, cell: (tariff) => <TariffState {...tariff} /> },
    { field: 'price_month', shown: true },
    { field: 'price_year', shown: true },
    {
      field: 'monthly_turnover_limit',
      shown: true,
      cell: ({ monthly_turnover_limit: limit }) => (limit === null ? <Unlimited /> : undefined),
    },
    {
      field: 'goods_quantity',
      shown: true,
      cell: ({ goods_quantity: limit }) => (limit === null ? <Unlimited /> : undefined),
    },
    { field: 'clients_count', shown: true, cell: (tariff) => <TariffClients {...tariff} /> },
    { field: 'recommended_days' },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'name' },
    { field: 'archived' },
    { field: 'price_month' },
    { field: 'price_year' },
    { field: 'clients_count' },
    { field: 'created_at', last: true },
  ],
});
