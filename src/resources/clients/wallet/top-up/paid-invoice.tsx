import { AutoComplete, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';
import { leftOf, useOpenProformas } from '#web/resources/clients/wallet/open-proformas.tsx';

/**
 * The invoice that the money pays: an open one, whose rest is filled in, any other number, or none. The specification
 * wants one of every transfer and card (decision 237): a payment that has none gets a number that says so, and that no
 * other payment has.
 */
export function PaidInvoice({ clientId, id, value, onChange }: ControlProps & { clientId: string }) {
  const { t } = useTranslation();
  const { money, moment } = useFormats();
  const form = Form.useFormInstance();
  const isCash = Form.useWatch<unknown>('service', form) === 'cash';
  const [none] = useState(() =>
    t('clients.wallet.replenish.noPaperNumber', { at: moment(new Date().toISOString()) }),
  );
  const { result } = useOpenProformas(clientId);
  const typed = typeof value === 'string' ? value : '';
  const offered = [
    ...result.data.map((document) => ({
      value: document.number,
      label: `${document.number} · ${money(leftOf(document))}`,
    })),
    // Cash needs no number for having none.
    ...(isCash ? [] : [{ value: none, label: t('clients.wallet.replenish.noPaper') }]),
  ];
  const isChosen = offered.some((one) => one.value === typed);
  return (
    <AutoComplete
      {...(id !== undefined && { id })}
      allowClear
      placeholder={t('clients.wallet.replenish.paperChoice')}
      value={typed}
      onChange={(next) => onChange?.(next ?? '')}
      onSelect={(chosen: string) => {
        const document = result.data.find(({ number }) => number === chosen);
        if (document) form.setFieldsValue(typedOf(document));
      }}
      options={isChosen ? offered : offered.filter(({ value: one }) => one === none || isLike(one, typed))}
    />
  );
}

function isLike(number: string, typed: string): boolean {
  return number.toLowerCase().includes(typed.trim().toLowerCase());
}

/** What is filled in with an invoice, as the form holds it. */
export function typedOf(document: Document): { invoice: string; amount: string } {
  return { invoice: document.number, amount: typedAmount(leftOf(document), currentLocale()) };
}

/** The open invoices of a client that has more than one, to take at one touch. */
export function OfferedInvoices({ open }: { open: readonly Document[] }) {
  const { money } = useFormats();
  const form = Form.useFormInstance();
  return (
    <div className="offered-invoices">
      {open.map((document) => (
        <Button
          key={document.id}
          size="small"
          type="link"
          className="inline-link"
          onClick={() => form.setFieldsValue(typedOf(document))}
        >
          {document.number} · {money(leftOf(document))}
        </Button>
      ))}
    </div>
  );
}
