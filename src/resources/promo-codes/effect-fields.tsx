import { Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { effectKinds } from '#contract/entities/promo-code.ts';
import { AmountInput } from '#web/ui/admin/form/controls/amount-input.tsx';
import { LimitInput } from '#web/ui/admin/form/controls/limit-input.tsx';

/** What a promo code gives: extra free days, a bonus, or a discount. */
export function EffectFields({ name }: { name: string }) {
  const { t } = useTranslation();
  const kind: unknown = Form.useWatch([name, 'kind'], { preserve: true });
  const isDiscount = kind === 'percent' || kind === 'amount';
  return (
    <>
      <Form.Item name={[name, 'kind']} label={t('promo_codes.fields.effect')}>
        <Segmented
          options={effectKinds.map((value) => ({ value, label: t(`promo_codes.kinds.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name={[name, 'days']}
        label={t('promo_codes.fields.extra_free_days')}
        hidden={kind !== 'free_days'}
        required
      >
        <Input inputMode="numeric" autoComplete="off" className="short-input" />
      </Form.Item>
      <Form.Item
        name={[name, 'percent']}
        label={t('promo_codes.fields.discount_percent')}
        hidden={kind !== 'percent'}
        required
      >
        <Input inputMode="numeric" autoComplete="off" className="short-input" />
      </Form.Item>
      <Form.Item
        name={[name, 'amount']}
        label={t(kind === 'amount' ? 'promo_codes.fields.discount_amount' : 'promo_codes.fields.bonus')}
        {...(kind === 'bonus' && { extra: t('promo_codes.bonusHelp') })}
        hidden={kind !== 'bonus' && kind !== 'amount'}
        required
      >
        <AmountInput className="short-input" />
      </Form.Item>
      <Form.Item
        name={[name, 'periods']}
        label={t('promo_codes.fields.discount_periods')}
        extra={t('promo_codes.periodsHelp')}
        hidden={!isDiscount}
      >
        <LimitInput unlimited={t('clients.discounts.withoutEnd')} />
      </Form.Item>
    </>
  );
}
