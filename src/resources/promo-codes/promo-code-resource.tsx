import { type PromoCode, promoCodeList } from '#contract/entities/promo-code.ts';
import { promoCodeApi } from '#contract/routes/promo-code.ts';
import { AnyNumber, PromoDay, PromoEffect, PromoState } from './promo-code-cells.tsx';
import { ClientsFound } from '#web/ui/admin/show/clients-found.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Promo codes: extra free days, a bonus or a discount. */
export const promoCodeResource = defineResource<PromoCode>({
  name: 'promo_codes',
  path: 'settings/promo-codes',
  spec: promoCodeList,
  title: 'settings.promo-codes.title',
  routes: {
    list: promoCodeApi.promoCodes,
    one: promoCodeApi.promoCode,
    create: promoCodeApi.createPromoCode,
    update: promoCodeApi.changePromoCode,
    remove: promoCodeApi.deletePromoCode,
  },
  form: { in: 'dialog', load: async () => (await import('./promo-code-form.tsx')).usePromoCodeForm },
  titleField: 'code',
  csv: true,
  columns: [
    { field: 'code', shown: true },
    { field: 'state', shown: true, leads: true, cell: ({ state }) => <PromoState state={state} /> },
    {
      field: 'effect',
      file: ['extra_free_days', 'bonus', 'discount_percent', 'discount_amount', 'discount_periods'],
      shown: true,
      cell: ({ effect }) => <PromoEffect effect={effect} />,
    },
    { field: 'valid_from', shown: true, cell: ({ valid_from }) => <PromoDay moment={valid_from} /> },
    { field: 'valid_to', shown: true, cell: ({ valid_to }) => <PromoDay moment={valid_to} isEnd /> },
    {
      field: 'uses_left',
      shown: true,
      cell: ({ uses_left }) => (uses_left === null ? <AnyNumber /> : undefined),
    },
    {
      field: 'clients_count',
      shown: true,
      cell: ({ id, clients_count: count }) => (
        <ClientsFound count={count} filter={{ field: 'promo_code_id', op: 'in', value: [id] }} />
      ),
    },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [
    { field: 'state', often: true },
    { field: 'code' },
    { field: 'valid_from' },
    { field: 'valid_to', often: true },
    { field: 'uses_left' },
    { field: 'clients_count' },
  ],
});
