import { type Client, clientList } from '#contract/entities/client.ts';
import { clientEntity } from '#contract/entities/client.ts';
import { limitFields } from '#contract/catalogue/metric.ts';
import { metricFieldsOf } from '#contract/kernel/entity.ts';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import { clientApi } from '#contract/routes/client.ts';
import {
  CabinetAddress,
  ClientName,
  ClientStanding,
  EndsOn,
  LanguageName,
  LastTopUp,
  NextTariff,
  Phone,
} from '#web/resources/clients/client-cells.tsx';
import { goesOn } from '#web/resources/clients/head/client-outlook.ts';
import { CabinetState } from '#web/ui/admin/kit/state-tag.tsx';
import { defineResource, type FilterField } from '#web/ui/admin/resource/define-resource.ts';
import { columnsOf, filtersOf } from '#web/ui/admin/resource/entity-fields.ts';
import { TagMarks } from '#web/ui/admin/kit/tag-mark.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { BesideClients } from '#web/resources/clients/bulk/beside-clients.tsx';
import { ImportLink } from '#web/resources/clients/import-link.tsx';
import { RegistrationAddress } from '#web/ui/admin/show/registration-address.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';

/** Clients, with every field of the specification's section 3 that a list can show. */
export const clientResource = defineResource<Client>({
  name: 'clients',
  spec: clientList,
  routes: {
    list: clientApi.clients,
    one: clientApi.client,
    create: clientApi.createClient,
    update: clientApi.changeClient,
    remove: clientApi.deleteClient,
    restore: clientApi.restoreClient,
  },
  form: { in: 'page', load: async () => (await import('./client-form.tsx')).useClientForm },
  screens: { show: () => import('#web/resources/clients/client-show.tsx') },
  pages: [
    {
      name: 'import',
      path: 'clients/import',
      title: 'clients.import.title',
      needs: [clientApi.importClients],
      screen: () => import('#web/resources/clients/import/client-import.tsx'),
      isAction: true,
    },
  ],
  newLabel: 'palette.newClient',
  list: { actions: ImportLink, whenEmpty: RegistrationAddress, below: BesideClients },
  titleField: 'name',
  csv: true,
  bulk: {
    route: bulkApi.actOnClients,
    acts: async () => (await import('./bulk/client-acts.tsx')).clientActs,
  },
  whileUsed: metricFieldsOf(clientEntity),
  columns: columnsOf<Client>(clientEntity, [
    { field: 'name', shown: true, cell: (client) => <ClientName client={client} /> },
    {
      field: 'status',
      shown: true,
      leads: true,
      saysDeleted: true,
      cell: (client) => <ClientStanding client={client} />,
    },
    { field: 'tariff_name', shown: true },
    {
      field: 'balance',
      shown: true,
      leads: true,
      cell: ({ balance, currency }) => <Money minorUnits={balance} currency={currency} isBalance />,
    },
    {
      field: 'trialEnds',
      shown: true,
      cell: (client) => goesOn(client) && client.trialEnds && <EndsOn iso={client.trialEnds} />,
    },
    { field: 'remaining_days', cell: (client) => goesOn(client) && client.remaining_days },
    { field: 'phone', shown: true, cell: (client) => <Phone client={client} /> },
    { field: 'email', shown: true, takesRest: true, offCard: true },
    { field: 'created_at' },
    { field: 'last_visit' },
    { field: 'type' },
    { field: 'source' },
    { field: 'ident' },
    { field: 'tags', cell: ({ tags }) => <TagMarks tags={tags} /> },
    { field: 'manager', cell: ({ manager }) => manager?.name },
    {
      field: 'cabinet_status',
      cell: ({ cabinet_status }) => <CabinetState status={cabinet_status} />,
    },
    {
      field: 'cabinet_url',
      cell: (client) => client.cabinet_url && <CabinetAddress {...client} />,
    },
    { field: 'domain' },
    { field: 'own_domain' },
    { field: 'billing_period' },
    {
      field: 'next_tariff',
      cell: ({ next_tariff }) => next_tariff && <NextTariff {...next_tariff} />,
    },
    {
      field: 'lasts_until',
      cell: (client) => goesOn(client) && client.lasts_until && <EndsOn iso={client.lasts_until} />,
    },
    { field: 'deletion_at', cell: ({ deletion_at }) => deletion_at && <EndsOn iso={deletion_at} /> },
    { field: 'blocked_by_hand' },
    { field: 'block_reason' },
    {
      field: 'recommended_amount',
      cell: ({ recommended_amount, currency }) => (
        <Money minorUnits={recommended_amount} currency={currency} />
      ),
    },
    { field: 'cash_registers' },
    {
      field: 'last_top_up',
      cell: ({ last_top_up }) => last_top_up && <LastTopUp {...last_top_up} />,
    },
    { field: 'last_login' },
    { field: 'monthly_turnover' },
    { field: 'goods_count' },
    { field: 'over_limit' },
    { field: 'locale', cell: (client) => <LanguageName {...client} /> },
    { field: 'deleted_at' },
    {
      field: 'deleted_by',
      // The state says when.
      shownWith: { field: 'trashed', value: 'only' },
      cell: ({ deleted_by }) => deleted_by?.name,
    },
    { field: 'erased_at' },
    { field: 'closes_at', cell: ({ closes_at }) => closes_at && <EndsOn iso={closes_at} /> },
    { field: 'close_reason' },
    { field: 'close_erases' },
    { field: 'deleted_reason' },
  ]),
  filters: filtersOf(clientEntity, [
    { field: 'status', often: true, group: 'state' },
    { field: 'tariff_id', from: 'tariffs', often: true, group: 'state' },
    { field: 'trialEnds', last: true, next: true, often: true, group: 'state' },
    { field: 'balance', often: true, group: 'money' },
    { field: 'manager_id', from: 'users', orNone: true, often: true, group: 'state' },
    { field: 'created_at', last: true, often: true, group: 'activity' },
    { field: 'tag_id', from: 'tags', group: 'state' },
    { field: 'type', group: 'state' },
    { field: 'cabinet_status', group: 'state' },
    { field: 'billing_period', group: 'state' },
    { field: 'remaining_days', group: 'state' },
    { field: 'deletion_at', next: true, group: 'state' },
    { field: 'blocked_by_hand', group: 'state' },
    { field: 'close_erases', group: 'state' },
    { field: 'lasts_until', next: true, group: 'money' },
    { field: 'last_top_up', last: true, orNone: true, group: 'money' },
    { field: 'topped_up_at', byLink: true },
    { field: 'charged_at', byLink: true },
    { field: 'access_ends_at', byLink: true },
    { field: 'last_visit', last: true, orNone: true, group: 'activity' },
    { field: 'last_login', last: true, orNone: true, group: 'activity' },
    { field: 'name', group: 'contact' },
    { field: 'email', group: 'contact' },
    { field: 'phone', group: 'contact' },
    { field: 'ident', group: 'contact' },
    { field: 'domain', group: 'contact' },
    { field: 'own_domain', group: 'contact' },
    { field: 'source', group: 'origin' },
    { field: 'partner_id', from: 'partners', group: 'origin' },
    { field: 'promo_code_id', from: 'promo_codes', group: 'origin' },
    { field: 'revenue_new_at', last: true, group: 'revenue' },
    { field: 'revenue_more_at', last: true, group: 'revenue' },
    { field: 'revenue_less_at', last: true, group: 'revenue' },
    { field: 'revenue_lost_at', last: true, group: 'revenue' },
    { field: 'revenue_back_at', last: true, group: 'revenue' },
    { field: 'paying_on', byLink: true },
    { field: 'paying_for', inWords: payingForInWords },
    { field: 'price_held', inWords: priceHeldInWords },
    { field: 'over_limit', group: 'usage' },
    { field: 'over_tariff_limit', inWords: tariffLimitInWords },
    { field: 'cash_registers', group: 'usage' },
    { field: 'monthly_turnover', group: 'usage' },
    { field: 'goods_count', group: 'usage' },
  ]),
});

/** Shows `TARIFF@2026-10-31`, the filter of a figure in the report about recurring revenue, by its day. */
function payingForInWords(
  value: string,
  { day }: Parameters<NonNullable<FilterField['inWords']>>[1],
): string {
  return day(noonOf(value.split('@')[1] ?? ''));
}

/** Shows `TARIFF:month:2`, the filter of a tariff's price history, by the billing period. */
function priceHeldInWords(value: string, { t }: Parameters<NonNullable<FilterField['inWords']>>[1]): string {
  const [, period] = value.split(':');
  return t(declaredKey(`clients.values.billing_period.${period}`));
}

/** Shows `goods_quantity:100` or `METRIC:100`, the filter of a warning about a lowered limit. */
function tariffLimitInWords(
  value: string,
  { t, money, number, measure, metrics }: Parameters<NonNullable<FilterField['inWords']>>[1],
): string {
  const [limit = '', most] = value.split(':');
  const field = Object.entries(limitFields).find((names) => names.includes(limit))?.[1];
  if (!field) {
    const { name, unit } = metrics.find(({ key }) => key === limit) ?? { name: limit, unit: 'count' };
    return `${name} ${measure(Number(most), unit)}`;
  }
  const amount = field === limitFields.monthly_turnover ? money(Number(most)) : number(Number(most));
  return `${t(declaredKey(`tariffs.fields.${field}`))} ${amount}`;
}
