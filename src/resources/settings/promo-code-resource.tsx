import { lazy } from 'react';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type PromoCode, promoCodeList } from '#contract/promo-code.ts';
import { AnyNumber, PromoDay, PromoEffect } from '#web/resources/settings/promo-code-cells.tsx';
import { TitleButton } from '#web/resources/settings/title-button.tsx';
import { draftNameOf } from '#web/ui/form/kept-draft.ts';
import { defineResource } from '#web/ui/define-resource.ts';

// A form weighs more than the lists, which know every resource.
const PromoCodeDialog = lazy(() => import('#web/resources/settings/promo-code-dialog.tsx'));

/** Promo codes: extra free days or a bonus. */
export const promoCodeResource = defineResource<PromoCode>({
  name: 'promo_codes',
  path: 'settings/promo-codes',
  spec: promoCodeList,
  routes: { list: adminSettingsApi.promoCodes, one: adminSettingsApi.promoCode },
  permissions: { read: 'settings.read', write: 'settings.write' },
  columns: [
    {
      field: 'code',
      shown: true,
      cell: (promoCode) => (
        <TitleButton
          text={promoCode.code}
          draft={draftNameOf('promo_codes', promoCode)}
          dialog={(close) => <PromoCodeDialog promoCode={promoCode} onClose={close} />}
        />
      ),
    },
    { field: 'effect', shown: true, cell: ({ effect }) => <PromoEffect effect={effect} /> },
    { field: 'valid_from', shown: true, cell: ({ valid_from }) => <PromoDay moment={valid_from} /> },
    { field: 'valid_to', shown: true, cell: ({ valid_to }) => <PromoDay moment={valid_to} isEnd /> },
    {
      field: 'uses_left',
      shown: true,
      cell: ({ uses_left }) => (uses_left === null ? <AnyNumber /> : undefined),
    },
    { field: 'clients_count', shown: true },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'code' },
    { field: 'valid_from' },
    { field: 'valid_to' },
    { field: 'uses_left' },
    { field: 'clients_count' },
  ],
});
