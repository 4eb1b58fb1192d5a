import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { useDaysAway, useInDays } from '#web/resources/clients/head/in-days.ts';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { Day } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { dayIn, noonOf } from '#web/ui/shared/zoned-day.ts';
import './document-sums.css';

/** What a document asks for, large, and below it only the facts that say more. */
export function DocumentSums({ row }: { row: Document }) {
  const { t } = useTranslation();
  const { timeZone } = useAdmin().config;
  const { currency, net, tax, total, paid_amount, issued_on, due_on, paid_at, created_at } = row;
  const isOpen = row.status === 'open';
  const left = isOpen ? total - paid_amount : total;
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />;
  const facts: [string, ReactNode][] = [];
  if (left !== total) {
    facts.push([t('documents.fields.total'), money(total)]);
    facts.push([t('documents.fields.paid_amount'), money(paid_amount)]);
  }
  if (tax !== 0) {
    facts.push([t('documents.fields.net'), money(net)]);
    facts.push([t('documents.fields.tax'), money(tax)]);
  }
  facts.push([t('documents.fields.issued_on'), <PlainDay key="issued" day={issued_on} />]);
  if (due_on !== null) {
    facts.push([t('documents.fields.due_on'), <DueDay key="due" day={due_on} isOpen={isOpen} />]);
  }
  if (paid_at !== null) facts.push([t('documents.fields.paid_at'), <Day key="paid" iso={paid_at} />]);
  if (dayIn(timeZone, new Date(created_at)) !== issued_on) {
    facts.push([t('documents.fields.created_at'), <Day key="created" iso={created_at} />]);
  }
  return (
    <section className="panel">
      <h2>{t('documents.parts.state')}</h2>
      <p className="document-sum">
        <span className="muted">{t(isOpen ? 'documents.left' : 'documents.fields.total')}</span>
        <strong>{money(left)}</strong>
      </p>
      <DescriptionList facts={facts} />
    </section>
  );
}

/** Until when it is to be paid, and how far that is while somebody waits for it. */
function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const inDays = useInDays();
  const away = useDaysAway()(noonOf(day));
  return (
    <>
      <PlainDay day={day} />
      {isOpen &&
        (away < 0 ? (
          <span className="failure document-late">
            {' '}
            · {t('documents.overdue', { count: -away, shown: number(-away) })}
          </span>
        ) : (
          <span className="muted"> · {inDays(noonOf(day))}</span>
        ))}
    </>
  );
}

function PlainDay({ day }: { day: string }) {
  return <time dateTime={day}>{useFormats().day(noonOf(day))}</time>;
}
