import { useTranslation } from 'react-i18next';
import type { StatementSummary } from '#contract/money/bank-statement.ts';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** What a file brings, as the server counted it. */
export function StatementFacts({ summary }: { summary: StatementSummary }) {
  const { t } = useTranslation();
  const { number, day } = useFormats();
  const { format, account, from, to, total } = summary;
  const counts = (['lines', 'new', 'known', 'outgoing', 'foreign'] as const).filter(
    (name) => name !== 'foreign' || summary.foreign > 0,
  );
  return (
    <DescriptionList
      facts={[
        [t('bank_statements.fields.format'), t(`bank_statements.values.format.${format}`)],
        [t('bank_statements.fields.account'), account],
        [t('bank_statements.import.period'), from === to ? day(from) : `${day(from)} – ${day(to)}`],
        ...counts.map((name): [string, string] => [
          t(`bank_statements.fields.${name}`),
          number(summary[name]),
        ]),
        [t('bank_statements.fields.total'), <Money key="total" minorUnits={total} />],
      ]}
    />
  );
}
