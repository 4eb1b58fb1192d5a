import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type PromoCode, promoCodeList } from '#contract/promo-code.ts';
import { TitleButton } from '#web/resources/settings/title-button.tsx';
import { useAdmin, useFormats } from '#web/ui/admin-context.ts';
import { defineResource } from '#web/ui/define-resource.ts';
import { Nothing } from '#web/ui/list-cell.tsx';
import { lastDayBefore } from '#web/ui/zoned-day.ts';

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
          dialog={(close) => <PromoCodeDialog promoCode={promoCode} onClose={close} />}
        />
      ),
    },
    { field: 'effect', shown: true, cell: ({ effect }) => <Effect effect={effect} /> },
    { field: 'valid_from', shown: true, cell: ({ valid_from }) => <Day moment={valid_from} /> },
    { field: 'valid_to', shown: true, cell: ({ valid_to }) => <Day moment={valid_to} isEnd /> },
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

function Effect({ effect }: Pick<PromoCode, 'effect'>) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return effect.kind === 'free_days'
    ? t('promo_codes.gives.days', { count: effect.days })
    : t('promo_codes.gives.bonus', { amount: money(effect.amount) });
}

function Day({ moment, isEnd = false }: { moment: string | null; isEnd?: boolean }) {
  const { config } = useAdmin();
  const { day } = useFormats();
  if (moment === null) return <Nothing />;
  // Noon names the same day in every zone near it.
  return day(isEnd ? `${lastDayBefore(config.timeZone, moment)}T12:00:00Z` : moment);
}

function AnyNumber() {
  const { t } = useTranslation();
  return <span className="muted">{t('promo_codes.anyNumber')}</span>;
}
