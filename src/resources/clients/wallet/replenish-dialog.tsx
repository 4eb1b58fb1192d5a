import { Button, Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { limits } from '#contract/primitives.ts';
import { localeOf } from '#contract/variants.ts';
import { latestInvoiceYear, replenishInput } from '#contract/money/wallet.ts';
import { topUpServices } from '#contract/entities/ledger-entry.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { useWalletAct } from './wallet-act.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { amountField, amountOf, typedAmount } from '#web/ui/shared/amount.ts';
import { AmountInput } from '#web/ui/admin/form/controls/amount-input.tsx';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

interface Values {
  service: (typeof topUpServices)[number];
  amount: string;
  invoice: string;
  year: string;
  note: string;
}

const fields = ['service', 'amount', 'invoice', 'year', 'note'] as const;

/** What is typed, as the contract takes it; the year stands there already and is of no use without a paper. */
const schema = z
  .object({
    service: z.enum(topUpServices),
    amount: amountField(limits.topUp),
    invoice: z.string(),
    year: z.string(),
    note: z.string(),
  })
  .transform(({ invoice, year, note, ...input }) => {
    const hasPaper = input.service !== 'cash' || invoice.trim() !== '';
    return {
      ...input,
      ...(invoice.trim() !== '' && { invoice }),
      ...(hasPaper && year.trim() !== '' && { year: Number(year) }),
      ...(note.trim() !== '' && { note }),
    };
  })
  .pipe(replenishInput);

/** A top-up: how much, how it came, on which paper, and what it leads to (specification, section 9). */
export function ReplenishDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { config } = useAdmin();
  const call = useCall();
  const act = useWalletAct(client.id);
  const [form] = Form.useForm<Values>();
  const service = Form.useWatch('service', form) ?? 'cash';
  const amount = amountOf(Form.useWatch('amount', form) ?? '');
  const locale = localeOf(i18n.language) ?? config.defaultLocale;
  const year = latestInvoiceYear(new Date(), config.timeZone) - 1;
  return (
    <FormDialog<typeof schema, Values>
      title={t('clients.wallet.replenish.title', { name: client.name })}
      okText={t('clients.wallet.replenish.go')}
      form={form}
      schema={schema}
      initial={{ service: 'cash', amount: '', invoice: '', year: String(year), note: '' }}
      fields={fields}
      onClose={onClose}
      send={async (input) => {
        await call(walletApi.replenish, {
          params: { id: client.id },
          body: input,
          headers: act.headers,
        });
        onClose();
        await act.done(t('clients.wallet.replenish.done'));
      }}
    >
      <Form.Item name="service" label={t('ledger.fields.service')}>
        <Segmented
          options={topUpServices.map((value) => ({ value, label: t(`ledger.values.service.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="amount" label={t('ledger.fields.amount')} extra={<Recommended />}>
        <AmountInput />
      </Form.Item>
      <div className="form-pair">
        <Form.Item
          name="invoice"
          label={t('ledger.fields.invoice')}
          {...(service === 'cash' && { extra: t('clients.wallet.replenish.paperOptional') })}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="year" label={t('ledger.fields.year')}>
          <Input inputMode="numeric" autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('ledger.fields.note')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <TopUpOutcome client={client} amount={amount} />
    </FormDialog>
  );

  function Recommended() {
    const { money } = useFormats();
    const { recommended_amount: recommended } = client;
    if (recommended <= 0) return t('clients.wallet.replenish.nothingLacks');
    return (
      <Button
        type="link"
        size="small"
        className="inline-link"
        onClick={() => form.setFieldsValue({ amount: typedAmount(recommended, locale) })}
      >
        {t('clients.wallet.replenish.recommended', { amount: money(recommended) })}
      </Button>
    );
  }
}
