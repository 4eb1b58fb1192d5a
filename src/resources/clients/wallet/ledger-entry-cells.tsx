import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Client } from '#contract/entities/client.ts';
import type { LedgerEntry } from '#contract/entities/ledger-entry.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { useFormats, useHolds, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

/** What each part of a line of the wallet says, in a table and on a phone. */

export function EntryKind({ entry: { kind, service } }: { entry: LedgerEntry }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`ledger.values.kind.${kind}`)}
      {service && <span className="muted"> · {t(`ledger.values.service.${service}`)}</span>}
    </>
  );
}

/** The price before a discount, and whether the line was taken back. */
export function EntryMore({ entry: { price, discount, reversed_by_id } }: { entry: LedgerEntry }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <>
      {price !== null && discount !== null && discount > 0 && (
        <div className="muted">{t('ledger.priced', { price: money(price), discount: money(discount) })}</div>
      )}
      {reversed_by_id && <div className="muted">{t('clients.wallet.reversed')}</div>}
    </>
  );
}

/** The invoice of a line; a link to ours, for people who may see documents. */
export function EntryPaper({ entry }: { entry: LedgerEntry }) {
  const seesDocuments = useIsListed('documents');
  const paper = paperOf(entry);
  if (paper === null) return <Nothing />;
  if (entry.document === null || !seesDocuments) return paper;
  return <Link to={showPath({ name: 'money/documents' }, entry.document.id)}>{paper}</Link>;
}

/** An invoice with its year, which numbers such as `PF-2026-000436` say themselves. */
function paperOf({ invoice, year }: LedgerEntry): string | null {
  if (invoice === null || year === null) return invoice;
  return invoice.split(/\D+/).includes(String(year)) ? invoice : `${invoice} / ${year}`;
}

export function EntryPeriod({ entry: { period_start, period_end } }: { entry: LedgerEntry }) {
  const { day } = useFormats();
  return period_start && period_end ? `${day(period_start)} – ${day(period_end)}` : <Nothing />;
}

export function EntryAuthor({ entry: { created_by_name, note } }: { entry: LedgerEntry }) {
  const { t } = useTranslation();
  return (
    <>
      {created_by_name ?? <span className="muted">{t('clients.wallet.bySystem')}</span>}
      {note && <div className="muted ledger-note">{note}</div>}
    </>
  );
}

export function useMayReverse({ deleted_at }: Pick<Client, 'deleted_at'>): boolean {
  return useHolds()(walletApi.reverse) && deleted_at === null;
}

export function isReversible({ kind, amount, reversed_by_id }: LedgerEntry): boolean {
  return kind !== 'reversal' && amount !== 0 && reversed_by_id === null;
}

export function ReverseButton({ client, entry }: { client: Client; entry: LedgerEntry }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton size="small" needs={walletApi.reverse} onClick={() => setOpen(true)}>
        {t('clients.wallet.reverse.short')}
      </GuardedButton>
      {isOpen && <ReverseDialog client={client} entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}
