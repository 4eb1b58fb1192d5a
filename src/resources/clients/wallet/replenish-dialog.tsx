import { Button, Form } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Document } from '#contract/entities/document.ts';
import { topUpServices } from '#contract/entities/ledger-entry.ts';
import { latestInvoiceYear, replenishInput, type WalletChange } from '#contract/clients/wallet.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { lastsOf } from '#web/resources/clients/head/client-outlook.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { amountOf, typedAmount } from '#web/ui/shared/amount.ts';
import { leftOf } from './open-proformas.tsx';
import { PaidDay } from './paid-day.tsx';
import { PaidInvoice, yearOf } from './paid-invoice.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { WalletDialog } from './wallet-dialog.tsx';

/** A top-up: how much, how it was paid, its invoice, and its effect (specification, section 9). */
export function ReplenishDialog({
  client,
  pays,
  onClose,
}: {
  client: ClientDetails;
  /** The invoice that the money is for; most of them are paid by bank. */
  pays?: Document;
  onClose: () => void;
}) {
  const { config } = useAdmin();
  const call = useCall();
  const booked = useBooked();
  const [form] = Form.useForm();
  const [year] = useState(() => latestInvoiceYear(new Date(), config.timeZone) - 1);
  const [initial] = useState(() =>
    pays
      ? { service: 'non_cash', amount: leftOf(pays), invoice: pays.number, year: yearOf(pays) }
      : { service: 'cash', year },
  );
  const isCash = (Form.useWatch<unknown>('service', form) ?? initial.service) === 'cash';
  const amount = amountOf(Form.useWatch<string>('amount', form) ?? '');
  const [Invoice] = useState(() => (control: ControlProps) => (
    <PaidInvoice {...control} clientId={client.id} />
  ));
  const fields: FormField[] = [
    { group: 'top-up', name: 'service', kind: 'enum', values: topUpServices, inRow: true },
    { group: 'top-up', name: 'amount', kind: 'money', half: true, extra: <Recommended client={client} /> },
    {
      group: 'top-up',
      name: 'value_date',
      kind: 'control',
      control: PaidDay,
      empty: 'omit',
      half: true,
    },
    ...paperFields(isCash, Invoice),
    { group: 'top-up', name: 'note', kind: 'lines', empty: 'omit' },
  ];
  return (
    <WalletDialog
      client={client}
      texts="clients.wallet.replenish"
      words={{ name: client.name }}
      name="ledger"
      form={form}
      fields={fields}
      schema={replenishInput}
      initial={initial}
      tidy={tidied}
      act={async (body, headers) =>
        booked((await call(walletApi.replenish, { params: { id: client.id }, body, headers })).data)
      }
      onClose={onClose}
    >
      <TopUpOutcome client={client} amount={amount} />
    </WalletDialog>
  );
}

/** What came in, what the balance is now, and until when it lasts. */
function useBooked(): (change: WalletChange) => string {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  return ({ entry, client }) => {
    const until = lastsOf(client);
    const sums = t('clients.wallet.replenish.booked', {
      amount: money(entry.amount),
      balance: money(client.balance),
    });
    return until === null ? sums : `${sums}, ${t('clients.head.lasts', { day: day(until) })}`;
  };
}

function paperFields(isCash: boolean, control: ComponentType<ControlProps>): FormField[] {
  const both = { group: 'top-up', empty: 'omit', half: true, required: !isCash } as const;
  return [
    { ...both, name: 'invoice', kind: 'control', control, extra: <PaperHelp isCash={isCash} /> },
    { ...both, name: 'year', kind: 'number' },
  ];
}

/** Whether there must be an invoice. */
function PaperHelp({ isCash }: { isCash: boolean }) {
  const { t } = useTranslation();
  return t(isCash ? 'clients.wallet.replenish.paperOptional' : 'clients.wallet.replenish.paperNeeded');
}

/** Without what was not chosen. The year is filled in from the start, but means nothing without an invoice. */
function tidied({ year, ...typed }: Record<string, unknown>): Record<string, unknown> {
  const input = Object.fromEntries(
    Object.entries(typed).filter(([, value]) => value !== null && value !== ''),
  );
  const hasPaper = input['service'] !== 'cash' || input['invoice'] !== undefined;
  return { ...input, ...(hasPaper && year !== undefined && { year }) };
}

function Recommended({ client: { recommended_amount: recommended } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const form = Form.useFormInstance();
  if (recommended <= 0) return t('clients.wallet.replenish.nothingLacks');
  return (
    <Button
      type="link"
      size="small"
      className="inline-link"
      onClick={() => form.setFieldsValue({ amount: typedAmount(recommended, currentLocale()) })}
    >
      {t('clients.wallet.replenish.recommended', { amount: money(recommended) })}
    </Button>
  );
}
