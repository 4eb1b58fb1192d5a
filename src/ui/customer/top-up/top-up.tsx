import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentWay } from '#contract/money/proforma.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { CopyButton } from '#web/ui/customer/account/copy-button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { PayOnline } from './pay-online.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { proposedAmount } from '#contract/money/suggested-amounts.ts';
import { Suggestions } from './suggestions.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import type { ApiAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { TransferQr } from './transfer-qr.tsx';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';

type Company = NonNullable<PaymentWay['company']>;

/** How to pay: online, by bank transfer with a proforma invoice, or by the details themselves. */
export function TopUp({
  subscription,
  way: asked,
  onIssued,
}: {
  subscription: OwnSubscription;
  way: ApiAnswer<PaymentWay>;
  /** A proforma was made. */
  onIssued?: (() => void) | undefined;
}) {
  return (
    <AsyncContent asked={asked}>
      {({ company, purpose, methods, qr }) => (
        <div className="columns">
          {methods.length > 0 && <PayOnline subscription={subscription} methods={methods} />}
          {company && <ByTransfer {...{ subscription, company, purpose, qr, onIssued }} />}
          {!company && methods.length === 0 && <Missing />}
        </div>
      )}
    </AsyncContent>
  );
}

function ByTransfer({
  subscription,
  company,
  purpose,
  qr,
  onIssued,
}: {
  subscription: OwnSubscription;
  company: Company;
  purpose: string;
  qr: PaymentWay['qr'];
  onIssued?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <section className="part" aria-labelledby="transfer-title">
      <h2 id="transfer-title">{t('account.topUp.title')}</h2>
      <div className="columns">
        <div>
          <Proforma subscription={subscription} onIssued={onIssued} />
        </div>
        <div>
          {qr && <TransferQr qr={qr} />}
          {/* One purpose for one transfer: that of the open proforma, as the code says it. */}
          <Details company={company} purpose={qr?.purpose ?? purpose} hasCode={!qr?.number} />
        </div>
      </div>
    </section>
  );
}

function Missing() {
  const { t } = useTranslation();
  return (
    <Notice kind="warning" isNews={false}>
      <p>{t('account.topUp.missing')}</p>
      <SupportContacts />
    </Notice>
  );
}

function Proforma({
  subscription,
  onIssued,
}: {
  subscription: OwnSubscription;
  onIssued?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { sign } = useFormats();
  const proposed = proposedAmount(subscription);
  const [saved, setSaved] = useState<string | null>(null);
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('./top-up-form.ts')).topUpForm),
    defaultValues: { amount: proposed ? typedAmount(proposed, currentLocale()) : '' },
    fields: ['amount'],
    async send({ amount }) {
      setSaved(null);
      const response = await client.file('proforma', { body: { amount } });
      const name = fileNameOf(response) ?? 'proforma.pdf';
      saveFile(await response.blob(), name);
      setSaved(name);
      onIssued?.();
    },
  });
  const { form, field } = contractForm;
  return (
    <>
      <FormFrame of={contractForm} submitLabel={t('account.topUp.submit')}>
        <p>{t('account.topUp.lead')}</p>
        <TextField
          label={t('fields.amount', { currency: sign })}
          inputMode="decimal"
          autoComplete="off"
          {...field('amount')}
        />
        <Suggestions
          subscription={subscription}
          onChoose={(amount) =>
            form.setValue('amount', typedAmount(amount, currentLocale()), { shouldValidate: true })
          }
        />
      </FormFrame>
      {saved !== null && <Notice kind="success">{t('account.topUp.saved', { name: saved })}</Notice>}
    </>
  );
}

function Details({
  company,
  purpose,
  hasCode,
}: {
  company: Company;
  purpose: string;
  /** The purpose says the client's own code, not the number of a proforma. */
  hasCode: boolean;
}) {
  const { t } = useTranslation();
  const copied = (text: string) =>
    text !== '' && (
      <>
        <span>{text}</span> <CopyButton text={text} />
      </>
    );
  return (
    <details className="payee">
      <summary>{t('account.topUp.details')}</summary>
      <SummaryList
        rows={[
          [t('account.topUp.payee'), copied(company.name)],
          [t('account.topUp.code'), copied(company.code)],
          [t('account.topUp.vat'), copied(company.vat_number)],
          [t('account.topUp.account'), copied(company.account)],
          [t('account.topUp.bank'), copied(company.bank)],
          [t('account.topUp.address'), company.address],
          [t('account.topUp.purposeLabel'), copied(purpose)],
        ]}
      />
      {hasCode && <p className="muted">{t('account.topUp.recognised')}</p>}
    </details>
  );
}
