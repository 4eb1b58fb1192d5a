import { metricFieldsOf } from '#contract/kernel/entity.ts';
import { type Tariff, tariffEntity, tariffList } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import {
  MonthPrice,
  TariffClients,
  TariffFeatures,
  TariffLimits,
  TariffPlace,
  TariffState,
  TrialDays,
  YearPrice,
} from '#web/resources/tariffs/tariff-cells.tsx';
import { CompareLink } from '#web/resources/tariffs/compare/compare-link.tsx';
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
  pages: [
    {
      name: 'compare',
      path: 'tariffs/compare',
      title: 'tariffs.compare.title',
      needs: [tariffApi.difference],
      screen: () => import('#web/resources/tariffs/compare/compare-tariffs.tsx'),
      isAction: true,
    },
  ],
  form: { in: 'page', load: async () => (await import('./tariff-form.tsx')).useTariffForm },
  show: async () => (await import('./tariff-show.tsx')).tariffShow,
  list: { include: ['permissions', 'translations'], actions: CompareLink },
  newLabel: 'palette.newTariff',
  titleField: 'name',
  csv: true,
  whileUsed: metricFieldsOf(tariffEntity),
  columns: [
    { field: 'name', shown: true },
    { field: 'position', shown: true, cell: (tariff) => <TariffPlace {...tariff} /> },
    { field: 'archived_at', shown: true, leads: true, cell: (tariff) => <TariffState {...tariff} /> },
    { field: 'price_month', shown: true, leads: true, cell: (tariff) => <MonthPrice {...tariff} /> },
    { field: 'price_year', shown: true, cell: (tariff) => <YearPrice {...tariff} /> },
    { field: 'clients_count', shown: true, cell: (tariff) => <TariffClients {...tariff} /> },
    { field: 'visibility', shown: true },
    { field: 'recommended' },
    {
      field: 'limits',
      shown: true,
      file: ['monthly_turnover_limit', 'goods_quantity'],
      cell: (tariff) => <TariffLimits {...tariff} />,
    },
    { field: 'permissions', file: [], cell: (tariff) => <TariffFeatures {...tariff} /> },
    { field: 'trial_days', cell: (tariff) => <TrialDays {...tariff} /> },
    { field: 'recommended_days' },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [
    { field: 'name' },
    { field: 'archived', often: true },
    { field: 'visibility', often: true },
    { field: 'recommended' },
    { field: 'trial_days', orNone: true },
    { field: 'price_month' },
    { field: 'price_year' },
    { field: 'clients_count' },
    { field: 'created_at', last: true },
  ],
});
