import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { discountInput } from '#contract/catalogue/discount.ts';
import { discountApi } from '#contract/routes/subscription.ts';
import { WalletDialog } from '#web/resources/clients/wallet/wallet-dialog.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

const kinds = ['percent', 'amount'] as const;

const kindField: FormField = {
  group: 'discount',
  name: 'discount_kind',
  label: 'clients.discounts.what',
  kind: 'enum',
  values: kinds,
  inRow: true,
};
const valueFields = {
  percent: { group: 'discount', name: 'percent', label: 'clients.discounts.percent', kind: 'number' },
  amount: { group: 'discount', name: 'amount', label: 'clients.discounts.amount', kind: 'money' },
} as const satisfies Record<(typeof kinds)[number], FormField>;
const otherFields: FormField[] = [
  {
    group: 'discount',
    name: 'periods',
    label: 'clients.discounts.periods',
    kind: 'limit',
    of: 'number',
    unlimited: 'clients.discounts.withoutEnd',
  },
  { group: 'discount', name: 'reason', kind: 'lines', label: 'clients.wallet.why' },
];

/** A discount for a client's next periods, in percents or as an amount, with the reason for it. */
export function DiscountDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const [form] = Form.useForm();
  const chosen: unknown = Form.useWatch('discount_kind', form);
  const kind = chosen === 'amount' ? 'amount' : 'percent';
  return (
    <WalletDialog
      client={client}
      texts="clients.discounts.give"
      words={{ name: client.name }}
      name="clients"
      form={form}
      fields={[kindField, valueFields[kind], ...otherFields]}
      schema={discountInput}
      initial={{ discount_kind: 'percent', periods: 1 }}
      tidy={({ discount_kind: _kind, ...input }) => input}
      act={(body, headers) => call(discountApi.giveDiscount, { params: { id: client.id }, body, headers })}
      onClose={onClose}
      above={<p className="muted">{t('clients.discounts.give.text')}</p>}
    />
  );
}
