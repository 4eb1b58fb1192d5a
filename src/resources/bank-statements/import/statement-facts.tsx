import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatementChecked, StatementDone, StatementSummary } from '#contract/money/bank-statement.ts';
import { inboxOf } from '#web/resources/bank-statements/statement-links.tsx';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** What a file brings, and how much of it has a client, as the server counted it. */
export function StatementFacts({ summary }: { summary: StatementChecked }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { certain, suggested, foreign } = summary;
  const matches = { certain, suggested, unknown: summary.new - foreign - certain - suggested };
  const counted = (names: readonly ('lines' | 'new' | 'known' | 'outgoing' | 'foreign')[]) =>
    names.map((name): [string, string] => [t(`bank_statements.fields.${name}`), number(summary[name])]);
  return (
    <DescriptionList
      facts={[
        ...useFileFacts(summary),
        // What is not new comes first, so that the parts of the new stand below their number.
        ...counted(['lines', 'outgoing', 'known', 'new']),
        ...(['certain', 'suggested', 'unknown'] as const)
          .filter((match) => matches[match] > 0)
          .map((match): [string, string] => [
            t(`bank_statements.import.matches.${match}`),
            number(matches[match]),
          ]),
        ...counted(foreign > 0 ? ['foreign'] : []),
        [t('bank_statements.fields.total'), <Money key="total" minorUnits={summary.total} />],
      ]}
    />
  );
}

/** What became of each part of an imported file, and where the parts that wait are decided. */
export function StatementOutcome({ done }: { done: StatementDone }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { id, certain, foreign, known, outgoing } = done;
  const parts = { certain, byHand: done.new - foreign - certain, foreign, known, outgoing };
  const waits: readonly string[] = ['certain', 'byHand', 'foreign'];
  return (
    <DescriptionList
      facts={[
        ...useFileFacts(done),
        [t('bank_statements.fields.total'), <Money key="total" minorUnits={done.total} />],
        ...(['certain', 'byHand', 'foreign', 'known', 'outgoing'] as const)
          .filter((part) => parts[part] > 0)
          .map((part): [string, ReactNode] => [
            t(`bank_statements.import.parts.${part}`),
            waits.includes(part) ? (
              <Link
                to={inboxOf(id)}
                aria-label={`${t(`bank_statements.import.parts.${part}`)}: ${number(parts[part])}`}
              >
                {number(parts[part])}
              </Link>
            ) : (
              number(parts[part])
            ),
          ]),
      ]}
    />
  );
}

/** Whose statement it is, and of which days. */
function useFileFacts({ format, account, from, to }: StatementSummary): [string, string][] {
  const { t } = useTranslation();
  const { day } = useFormats();
  return [
    [t('bank_statements.fields.format'), t(`bank_statements.values.format.${format}`)],
    [t('bank_statements.fields.account'), account],
    [t('bank_statements.import.period'), from === to ? day(from) : `${day(from)} – ${day(to)}`],
  ];
}
