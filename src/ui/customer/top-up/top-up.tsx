import { useTranslation } from 'react-i18next';
import type { PaymentWay } from '#contract/money/proforma.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { SavedCard } from '#contract/money/online-payment.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { CopyButton } from '#web/ui/customer/account/copy-button.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import type { ApiAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { AmountForm } from './amount-form.tsx';
import { TransferQr } from './transfer-qr.tsx';

type Company = NonNullable<PaymentWay['company']>;

/** How to pay: an amount by card, online or by transfer, and the details of a transfer themselves. */
export function TopUp({
  subscription,
  way: asked,
  cards = [],
  onIssued,
}: {
  subscription: OwnSubscription;
  way: ApiAnswer<PaymentWay>;
  cards?: readonly SavedCard[];
  /** A proforma was made. */
  onIssued?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <AsyncContent asked={asked}>
      {({ company, purpose, methods, qr }) =>
        !company && methods.length === 0 ? (
          <Missing />
        ) : (
          <div className="columns">
            <section className="part" aria-labelledby="pay-title">
              <h2 id="pay-title">{t('account.notice.topUp')}</h2>
              <AmountForm
                key={cards.map(({ id }) => id).join()}
                takesTransfers={company !== null}
                {...{ subscription, cards, methods, onIssued }}
              />
            </section>
            {company && <ByTransfer {...{ company, purpose, qr }} />}
          </div>
        )
      }
    </AsyncContent>
  );
}

function ByTransfer({ company, purpose, qr }: { company: Company; purpose: string; qr: PaymentWay['qr'] }) {
  const { t } = useTranslation();
  return (
    <section className="part" aria-labelledby="transfer-title">
      <h2 id="transfer-title">{t('account.topUp.title')}</h2>
      {qr && <TransferQr qr={qr} />}
      {/* One purpose for one transfer: that of the open proforma, as the code says it. */}
      <Details company={company} purpose={qr?.purpose ?? purpose} hasCode={!qr?.number} />
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
