import { Button, Form } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Document } from '#contract/entities/document.ts';
import { topUpServices } from '#contract/entities/ledger-entry.ts';
import { latestInvoiceYear, replenishInput } from '#contract/clients/wallet.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { amountOf, typedAmount } from '#web/ui/shared/amount.ts';
import { leftOf, useOpenProformas } from '#web/resources/clients/wallet/open-proformas.tsx';
import { PaidDay } from './paid-day.tsx';
import { invoiceYear } from './invoice-year.ts';
import { OfferedInvoices, PaidInvoice } from './paid-invoice.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { useBooked } from './use-booked.tsx';
import { useOnlyInvoice } from './use-only-invoice.ts';
import { WaitingPayments } from '#web/resources/clients/wallet/waiting-payments.tsx';
import { WalletDialog } from '#web/resources/clients/wallet/wallet-dialog.tsx';

/** A top-up: how much, how it was paid, its invoice, and its effect (specification, section 9). */
export function ReplenishDialog({
  client: current,
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
  const booked = useBooked(current.id);
  const [form] = Form.useForm();
  const [latest] = useState(() => latestInvoiceYear(new Date(), config.timeZone));
  const openNow = useOpenProformas(current.id).result.data;
  // What it said when it was sent stays until it is closed: the money may be on the balance before that.
  const [held, setHeld] = useState<{ client: ClientDetails; open: readonly Document[] } | null>(null);
  const { client, open } = held ?? { client: current, open: openNow };
  const [initial] = useState(() =>
    pays
      ? { service: 'non_cash', amount: leftOf(pays), invoice: pays.number, year: latest - 1 }
      : { service: 'cash', year: latest - 1 },
  );
  const isCash = (Form.useWatch<unknown>('service', form) ?? initial.service) === 'cash';
  const invoice = Form.useWatch<string | undefined>('invoice', form) ?? initial.invoice ?? '';
  const yearOf = (number: string) => invoiceYear(number, { open: pays ? [pays, ...open] : open, latest });
  useOnlyInvoice(form, { open, isNeeded: !pays && !isCash });
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
    ...paperFields({
      isCash,
      control: Invoice,
      open,
      asksYear: invoice !== '' && yearOf(invoice) === undefined,
    }),
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
      tidy={(typed) => tidied(typed, { yearOf, usual: latest - 1 })}
      act={async (body, headers) => {
        setHeld({ client, open });
        try {
          const { data } = await call(walletApi.replenish, { params: { id: client.id }, body, headers });
          return booked(data);
        } catch (refusal) {
          setHeld(null);
          throw refusal;
        }
      }}
      onClose={onClose}
      above={<WaitingPayments client={client} isInDialog onCredited={onClose} />}
    >
      <TopUpOutcome client={client} amount={amount} isSent={held !== null} />
    </WalletDialog>
  );
}

interface Paper {
  isCash: boolean;
  control: ComponentType<ControlProps>;
  open: readonly Document[];
  /** The number doesn't say its year. */
  asksYear: boolean;
}

function paperFields({ isCash, control, open, asksYear }: Paper): FormField[] {
  const both = { group: 'top-up', empty: 'omit', required: !isCash, half: true } as const;
  const extra = <PaperHelp isCash={isCash} open={open} />;
  return [
    { ...both, name: 'invoice', kind: 'control', control, extra },
    // It is filled in, and an emptied one is the usual one.
    ...(asksYear ? [{ ...both, required: false, name: 'year', kind: 'number' } as const] : []),
  ];
}

/** Whether there must be an invoice, and which ones are open. */
function PaperHelp({ isCash, open }: { isCash: boolean; open: readonly Document[] }) {
  const { t } = useTranslation();
  return (
    <>
      {t(isCash ? 'clients.wallet.replenish.paperOptional' : 'clients.wallet.replenish.paperNeeded')}
      {!isCash && open.length > 1 && <OfferedInvoices open={open.slice(0, mostOffered)} />}
    </>
  );
}

/** The field itself offers all of them. */
const mostOffered = 4;

/** Without what was not chosen, and with the year that the invoice's number says; it means nothing without an invoice. */
function tidied(
  { year, ...typed }: Record<string, unknown>,
  { yearOf, usual }: { yearOf: (number: string) => number | undefined; usual: number },
): Record<string, unknown> {
  const input = Object.fromEntries(
    Object.entries(typed).filter(([, value]) => value !== null && value !== ''),
  );
  const { invoice, service } = input;
  if (service === 'cash' && invoice === undefined) return input;
  const told = typeof invoice === 'string' ? yearOf(invoice) : undefined;
  return { ...input, year: told ?? year ?? usual };
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
