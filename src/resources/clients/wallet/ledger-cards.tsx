import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import type { LedgerEntry } from '#contract/entities/ledger-entry.ts';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import {
  EntryAuthor,
  EntryKind,
  EntryMore,
  EntryPaper,
  EntryPeriod,
  isReversible,
  ReverseButton,
  useMayReverse,
} from './ledger-entry-cells.tsx';
import './ledger-cards.css';

/** The lines of a wallet on a phone: what, how much, when, and the balance after it; the rest on opening. */
export function LedgerCards({ client, entries }: { client: Client; entries: readonly LedgerEntry[] }) {
  const mayReverse = useMayReverse(client);
  return (
    <ul className="ledger-cards">
      {entries.map((entry) => (
        <li key={entry.id}>
          <LedgerCard entry={entry}>
            {mayReverse && isReversible(entry) && <ReverseButton client={client} entry={entry} />}
          </LedgerCard>
        </li>
      ))}
    </ul>
  );
}

function LedgerCard({ entry, children }: { entry: LedgerEntry; children: ReactNode }) {
  const { t } = useTranslation();
  const name = (field: string) => t(declaredKey(`ledger.fields.${field}`));
  return (
    <details>
      <summary>
        <span>
          <EntryKind entry={entry} />
        </span>
        <Money minorUnits={entry.amount} />
        <span className="muted">
          <Moment iso={entry.created_at} />
        </span>
        <span className="muted">
          {t('clients.timeline.balance')} <Money minorUnits={entry.balance_after} isBalance />
        </span>
      </summary>
      <EntryMore entry={entry} />
      <dl>
        {entry.invoice !== null && (
          <Fact name={name('invoice')}>
            <EntryPaper entry={entry} />
          </Fact>
        )}
        {entry.period_start && (
          <Fact name={name('period')}>
            <EntryPeriod entry={entry} />
          </Fact>
        )}
        <Fact name={name('created_by_name')}>
          <EntryAuthor entry={entry} />
        </Fact>
      </dl>
      {children}
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
