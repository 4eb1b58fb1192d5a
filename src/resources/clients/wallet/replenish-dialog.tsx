import { Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { topUpServices } from '#contract/entities/ledger-entry.ts';
import { latestInvoiceYear, replenishInput, type WalletChange } from '#contract/money/wallet.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { lastsOf } from '#web/resources/clients/head/client-outlook.ts';
import { useAdmin, useFormats, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { amountOf, typedAmount } from '#web/ui/shared/amount.ts';
import { PaidDay } from './paid-day.tsx';
import { PaidDocument } from './paid-document.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { WalletDialog } from './wallet-dialog.tsx';

type FormControl = (control: ControlProps) => ReactNode;

/** A top-up: how much, how it was paid, its invoice, and its effect (specification, section 9). */
export function ReplenishDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { config } = useAdmin();
  const call = useCall();
  const booked = useBooked();
  const [form] = Form.useForm();
  const [year] = useState(() => latestInvoiceYear(new Date(), config.timeZone) - 1);
  const isCash = (Form.useWatch<unknown>('service', form) ?? 'cash') === 'cash';
  const amount = amountOf(Form.useWatch<string>('amount', form) ?? '');
  const document = Form.useWatch<string | null>('document_id', form) ?? null;
  const hasDocuments = useIsListed('documents');
  const [Documents] = useState(() => (control: ControlProps) => (
    <PaidDocument {...control} clientId={client.id} />
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
    ...(hasDocuments ? [documentField(Documents)] : []),
    // The document has its number and year.
    ...(document === null ? paperFields(isCash) : []),
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
      initial={{ service: 'cash', year }}
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

function documentField(control: FormControl): FormField {
  return {
    group: 'top-up',
    name: 'document_id',
    kind: 'control',
    control,
    label: 'clients.wallet.replenish.document',
    empty: 'omit',
  };
}

function paperFields(isCash: boolean): FormField[] {
  const both = { group: 'top-up', empty: 'omit', half: true, required: !isCash } as const;
  return [
    { ...both, name: 'invoice', kind: 'text', extra: <PaperHelp isCash={isCash} /> },
    { ...both, name: 'year', kind: 'number' },
  ];
}

/**
 * Whether there must be an invoice. The specification wants one of every transfer and card; a payment that has none gets
 * a number that says so, and that no other payment has.
 */
function PaperHelp({ isCash }: { isCash: boolean }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const form = Form.useFormInstance();
  if (isCash) return t('clients.wallet.replenish.paperOptional');
  const none = () => t('clients.wallet.replenish.noPaperNumber', { at: moment(new Date().toISOString()) });
  return (
    <>
      {t('clients.wallet.replenish.paperNeeded')}{' '}
      <Button
        type="link"
        size="small"
        className="inline-link"
        onClick={() => form.setFieldsValue({ invoice: none() })}
      >
        {t('clients.wallet.replenish.noPaper')}
      </Button>
    </>
  );
}

/** Without what was not chosen. The year is filled in from the start, but means nothing without an invoice. */
function tidied({ year, ...typed }: Record<string, unknown>): Record<string, unknown> {
  const input = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null));
  const needsPaper = input['service'] !== 'cash' && input['document_id'] === undefined;
  const hasPaper = needsPaper || input['invoice'] !== undefined;
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
