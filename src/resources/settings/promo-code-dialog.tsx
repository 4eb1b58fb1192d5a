import { DatePicker, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import type { PromoCode } from '#contract/promo-code.ts';
import { localeOf } from '#contract/variants.ts';
import { type ComparedField, EditDialog } from '#web/resources/settings/edit-dialog.tsx';
import { AnyNumber, PromoDay, PromoEffect } from '#web/resources/settings/promo-code-cells.tsx';
import {
  type PromoCodeForm,
  promoCodeFormOf,
  promoCodeSchema,
  revivedPromoCode,
} from '#web/resources/settings/promo-code-form.ts';
import { TariffLimit, TariffNames } from '#web/resources/settings/tariff-limit.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { AmountInput } from '#web/ui/form/amount-input.tsx';
import { dayFormat } from '#web/ui/day-format.ts';
import { LimitInput } from '#web/ui/form/limit-input.tsx';

const fields = [
  'code',
  'effect.kind',
  'effect.days',
  'effect.amount',
  'valid_from',
  'valid_to',
  'uses_left',
  'tariff_ids',
];

const compared: ComparedField<PromoCode>[] = [
  { name: 'code', shown: ({ code }) => code },
  { name: 'effect', shown: ({ effect }) => <PromoEffect effect={effect} /> },
  { name: 'valid_from', shown: ({ valid_from }) => <PromoDay moment={valid_from} /> },
  { name: 'valid_to', shown: ({ valid_to }) => <PromoDay moment={valid_to} isEnd /> },
  { name: 'uses_left', shown: ({ uses_left }) => uses_left ?? <AnyNumber /> },
  { name: 'tariff_ids', shown: ({ tariff_ids }) => <TariffNames ids={tariff_ids} /> },
];

/** A promo code: new, or `promoCode` to change or delete. */
export default function PromoCodeDialog({
  promoCode,
  onClose,
}: {
  promoCode?: PromoCode;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { config, http } = useAdmin();
  const { timeZone } = config;
  const [form] = Form.useForm<PromoCodeForm>();
  const [schema] = useState(() => promoCodeSchema(timeZone, promoCode));
  const kind = Form.useWatch(['effect', 'kind'], form) ?? promoCode?.effect.kind ?? 'free_days';
  return (
    <EditDialog
      name="promo_codes"
      title={promoCode?.code ?? ''}
      row={promoCode}
      form={form}
      schema={schema}
      formOf={(row) =>
        promoCodeFormOf(row, { timeZone, locale: localeOf(i18n.language) ?? config.defaultLocale })
      }
      fields={fields}
      compared={compared}
      revive={revivedPromoCode}
      save={(input, updated_at) =>
        promoCode
          ? http.call(adminSettingsApi.changePromoCode, {
              params: { id: promoCode.id },
              body: { ...input, updated_at },
            })
          : http.call(adminSettingsApi.createPromoCode, { body: input })
      }
      {...(promoCode && {
        remove: () => http.call(adminSettingsApi.deletePromoCode, { params: { id: promoCode.id } }),
      })}
      onClose={onClose}
    >
      <Form.Item name="code" label={t('promo_codes.fields.code')} extra={t('partners.codeHelp')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={['effect', 'kind']} label={t('promo_codes.fields.effect')}>
        <Segmented
          options={(['free_days', 'bonus'] as const).map((value) => ({
            value,
            label: t(`promo_codes.kinds.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name={['effect', 'days']}
        label={t('promo_codes.fields.extra_free_days')}
        hidden={kind !== 'free_days'}
      >
        <Input inputMode="numeric" autoComplete="off" className="short-input" />
      </Form.Item>
      <Form.Item
        name={['effect', 'amount']}
        label={t('promo_codes.fields.bonus')}
        extra={t('promo_codes.bonusHelp')}
        hidden={kind !== 'bonus'}
      >
        <AmountInput className="short-input" />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="valid_from" label={t('promo_codes.firstDay')}>
          <DatePicker format={dayFormat} className="whole-width" placeholder={t('promo_codes.noBound')} />
        </Form.Item>
        <Form.Item name="valid_to" label={t('promo_codes.lastDay')}>
          <DatePicker format={dayFormat} className="whole-width" placeholder={t('promo_codes.noBound')} />
        </Form.Item>
      </div>
      <Form.Item name="uses_left" label={t('promo_codes.fields.uses_left')}>
        <LimitInput unlimited={t('promo_codes.anyNumber')} />
      </Form.Item>
      <Form.Item name="tariff_ids" label={t('promo_codes.fields.tariff_ids')}>
        <TariffLimit />
      </Form.Item>
    </EditDialog>
  );
}
