import { type Tariff, tariffList } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import {
  TariffClients,
  TariffFeatures,
  TariffPlace,
  TariffState,
  TrialDays,
  Unlimited,
} from '#web/resources/tariffs/tariff-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Tariffs. Money is in minor units; unlimited is written as a word. */
export const tariffResource = defineResource<Tariff>({
  name: 'tariffs',
  spec: tariffList,
  routes: {
    list: tariffApi.tariffs,
    one: tariffApi.tariff,
    create: tariffApi.createTariff,
    update: tariffApi.changeTariff,
  },
  include: ['permissions', 'translations'],
  form: { in: 'page', load: async () => (await import('./tariff-form.tsx')).useTariffForm },
  show: async () => (await import('./tariff-show.tsx')).tariffShow,
  list: { include: ['permissions', 'translations'] },
  newLabel: 'palette.newTariff',
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    { field: 'position', shown: true, cell: (tariff) => <TariffPlace {...tariff} /> },
    { field: 'archived_at', shown: true, cell: (tariff) => <TariffState {...tariff} /> },
    { field: 'visibility', shown: true },
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
    { field: 'permissions', shown: true, file: [], cell: (tariff) => <TariffFeatures {...tariff} /> },
    { field: 'trial_days', cell: (tariff) => <TrialDays {...tariff} /> },
    { field: 'clients_count', shown: true, cell: (tariff) => <TariffClients {...tariff} /> },
    { field: 'recommended_days' },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [
    { field: 'name' },
    { field: 'archived' },
    { field: 'visibility' },
    { field: 'trial_days', orNone: true },
    { field: 'price_month' },
    { field: 'price_year' },
    { field: 'clients_count' },
    { field: 'created_at', last: true },
  ],
});
