import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentWay, TransferCode } from '#contract/money/proforma.ts';
import { ownTopUp } from '#contract/money/own-top-up.ts';
import { CopyButton } from '#web/ui/customer/account/copy-button.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { TransferQr } from './transfer-qr.tsx';

type Company = NonNullable<PaymentWay['company']>;

/** Where a transfer goes, what it says, and its code for the amount that was missing when the page was opened. */
export interface Transfer {
  company: Company;
  purpose: string;
  qr: TransferCode | null;
}

/** A transfer of an amount: as a code to scan, and in words to copy. */
export function ByTransfer({
  of: { company, purpose, qr: first },
  amount,
}: {
  of: Transfer;
  amount: number;
}) {
  const { t } = useTranslation();
  const { code, failure, isNone } = useCode(first, amount);
  // Until an amount is known, the account comes first: one can transfer to it all the same. A phone scans no code on
  // its own screen.
  const [isAccountFirst] = useState(() => code === null || matchMedia('(max-width: 600px)').matches);
  const details = <Details company={company} purpose={purpose} isOpen={isAccountFirst} />;
  return (
    <>
      {isAccountFirst && details}
      {code ? (
        <TransferQr qr={code} name="qr" />
      ) : failure !== null ? (
        <Notice kind="danger">{failureText(failure)}</Notice>
      ) : (
        !isNone && (
          <div className="qr-place" aria-busy={isAmount(amount)}>
            {!isAmount(amount) && <p className="muted">{t('account.qr.typeAmount')}</p>}
          </div>
        )
      )}
      {!isAccountFirst && details}
    </>
  );
}

/** Typing is over when nothing was typed for so long. */
const pauseMs = 350;

function isAmount(amount: number): boolean {
  return amount >= ownTopUp.min && amount <= ownTopUp.max;
}

/** The code of the amount that is typed, and never of another; null while it comes. */
function useCode(first: TransferCode | null, amount: number) {
  const { client } = useCustomer();
  const [answer, setAnswer] = useState<{ amount: number; code: TransferCode | null }>({
    amount: first?.amount ?? 0,
    code: first,
  });
  const [failed, setFailed] = useState<{ amount: number; error: unknown } | null>(null);
  const isKnown = answer.amount === amount;
  useEffect(() => {
    if (isKnown || !isAmount(amount)) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ amount: String(amount) });
      client.call('paymentWay', { query, signal: abort.signal }).then(
        ({ data }) => setAnswer({ amount, code: data.qr }),
        (error: unknown) => abort.signal.aborted || setFailed({ amount, error }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, amount, isKnown]);
  const failure = !isKnown && failed?.amount === amount ? failed.error : null;
  return { code: isKnown ? answer.code : null, failure, isNone: isKnown && answer.code === null };
}

function Details({ company, purpose, isOpen }: { company: Company; purpose: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const copied = (text: string) =>
    text !== '' && (
      <>
        <span>{text}</span> <CopyButton text={text} />
      </>
    );
  return (
    <details className="payee folded" open={isOpen}>
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
      <p className="muted">{t('account.topUp.recognised')}</p>
    </details>
  );
}
