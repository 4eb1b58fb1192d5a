import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { delimiterOf } from '#contract/kernel/csv.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import type { OwnLedgerEntry } from '#contract/entities/ledger-entry.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { type ApiAnswer, useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';

const pageSize = 20;

interface Lines {
  entries: OwnLedgerEntry[];
  total: number;
}

type Page = (number: number, signal?: AbortSignal) => Promise<Lines>;

/** The lines of one's own wallet, newest first: the first page, and how to get any other. */
export function useHistory(): { asked: ApiAnswer<Lines>; page: Page } {
  const { client } = useCustomer();
  const page = useCallback<Page>(
    async (number, signal) => {
      const query = new URLSearchParams({ page: String(number), limit: String(pageSize) });
      const { data, meta } = await client.call('ledger', { query, ...(signal && { signal }) });
      return { entries: data, total: meta.total };
    },
    [client],
  );
  const ask = useCallback((signal: AbortSignal) => page(1, signal), [page]);
  return { asked: useAnswer(ask), page };
}

/** The lines of one's own wallet; more on demand. */
export function WalletHistory({ of: { asked, page } }: { of: ReturnType<typeof useHistory> }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const list = useRef<HTMLUListElement>(null);
  const [firstNew, setFirstNew] = useState<number | null>(null);
  useEffect(() => {
    // The focus moves to the first new line, because the button may be gone.
    const line = firstNew === null ? null : list.current?.children[firstNew];
    if (line instanceof HTMLElement) line.focus();
  }, [firstNew]);
  async function more({ entries }: Lines) {
    setBusy(true);
    setFailure(null);
    try {
      const next = await page(Math.floor(entries.length / pageSize) + 1);
      // A new line shifts the pages, so a line can come twice.
      const known = new Set(entries.map(({ id }) => id));
      asked.replace({ ...next, entries: [...entries, ...next.entries.filter(({ id }) => !known.has(id))] });
      setFirstNew(entries.length);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      const query = new URLSearchParams({ format: 'csv', delimiter: delimiterOf(currentLocale()) });
      const response = await client.file('ledger', { query });
      saveFile(await response.blob(), fileNameOf(response) ?? 'ledger.csv');
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  return (
    <AsyncContent asked={asked}>
      {(lines) =>
        lines.entries.length === 0 ? (
          <p className="muted">{t('account.wallet.empty')}</p>
        ) : (
          <>
            <ul className="ledger" ref={list}>
              {lines.entries.map((entry) => (
                <Line key={entry.id} entry={entry} />
              ))}
            </ul>
            {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
            <div className="actions">
              {lines.entries.length < lines.total && (
                <Button look="secondary" busy={busy} onClick={() => void more(lines)}>
                  {t('account.wallet.more')}
                </Button>
              )}
              <Button look="text" busy={busy} onClick={() => void save()}>
                {t('account.wallet.csv')}
              </Button>
            </div>
          </>
        )
      }
    </AsyncContent>
  );
}

/** Our own numbers say their year themselves. */
function ofYear(invoice: string, year: number | null): string {
  return year === null || invoice.includes(String(year)) ? invoice : `${invoice} / ${year}`;
}

/** As documents say it: a period ends at the clock time of its beginning, so the day before is its last. */
function lastDayOf(end: string, timeZone: string): string {
  const [year = 0, month = 1, date = 1] = new Intl.DateTimeFormat('sv', { timeZone })
    .format(new Date(end))
    .split('-')
    .map(Number);
  return new Date(Date.UTC(year, month - 1, date - 1, 12)).toISOString();
}

function Line({ entry }: { entry: OwnLedgerEntry }) {
  const { t } = useTranslation();
  const { money, moment, day } = useFormats();
  const { kind, service, amount, balance_after, invoice, year, period_start, period_end } = entry;
  const { price, discount } = entry;
  const { timeZone } = useCustomer().config;
  const details = [
    moment(entry.created_at),
    service && t(`account.wallet.service.${service}`),
    invoice && t('account.wallet.invoice', { invoice: ofYear(invoice, year) }),
    period_start &&
      period_end &&
      t('account.wallet.period', { from: day(period_start), to: day(lastDayOf(period_end, timeZone)) }),
    price !== null &&
      discount !== null &&
      discount > 0 &&
      t('account.discount.priced', { price: money(price), discount: money(discount) }),
    entry.reversed_by_id && t('account.wallet.reversed'),
  ].filter(Boolean);
  return (
    <li data-reversed={entry.reversed_by_id !== null || undefined} tabIndex={-1}>
      <span className="ledger-kind">{t(`account.wallet.kind.${kind}`)}</span>
      <span className="ledger-amount" data-income={amount > 0 || undefined}>
        {amount > 0 ? `+${money(amount)}` : money(amount)}
      </span>
      <span className="muted">{details.join('\u00a0· ')}</span>
      <span className="muted ledger-after">
        {t('account.wallet.after', { amount: money(balance_after) })}
      </span>
    </li>
  );
}
