import { useTranslation } from 'react-i18next';
import { ledgerKinds } from '#contract/entities/ledger-entry.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';
import './ledger-sums.css';

/** What the lines of the list add up to, by kind and together: not those of the page alone. */
export function LedgerSums({ sums }: { sums: Readonly<Record<string, number>> }) {
  const { t } = useTranslation();
  const kinds = ledgerKinds.filter((kind) => sums[kind]);
  if (kinds.length === 0) return null;
  const together = kinds.reduce((sum, kind) => sum + (sums[kind] ?? 0), 0);
  return (
    <dl className="ledger-sums">
      {kinds.map((kind) => (
        <div key={kind}>
          <dt>{t(`ledger.values.kind.${kind}`)}</dt>
          <dd>
            <Money minorUnits={sums[kind] ?? 0} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('ledger.together')}</dt>
        <dd>
          <strong>
            <Money minorUnits={together} />
          </strong>
        </dd>
      </div>
    </dl>
  );
}
