import { Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '#web/ui/admin/form/controls/amount-input.tsx';

/** What a promo code gives: extra free days, or a bonus. */
export function EffectFields({ name }: { name: string }) {
  const { t } = useTranslation();
  const kind: unknown = Form.useWatch([name, 'kind'], { preserve: true });
  return (
    <>
      <Form.Item name={[name, 'kind']} label={t('promo_codes.fields.effect')}>
        <Segmented
          options={(['free_days', 'bonus'] as const).map((value) => ({
            value,
            label: t(`promo_codes.kinds.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name={[name, 'days']}
        label={t('promo_codes.fields.extra_free_days')}
        hidden={kind === 'bonus'}
      >
        <Input inputMode="numeric" autoComplete="off" className="short-input" />
      </Form.Item>
      <Form.Item
        name={[name, 'amount']}
        label={t('promo_codes.fields.bonus')}
        extra={t('promo_codes.bonusHelp')}
        hidden={kind !== 'bonus'}
      >
        <AmountInput className="short-input" />
      </Form.Item>
    </>
  );
}
