import { useTranslation } from 'react-i18next';
import { dayList } from '#contract/kernel/day-list.ts';
import type { ForecastEntry } from '#contract/money/forecast.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import type { ForecastLine, Reminding } from './forecast-lines.ts';
import './forecast-list.css';

/** The coming events in order; nothing when there are none. */
export function ForecastList({ lines }: { lines: readonly ForecastLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ol className="forecast">
      {lines.map((line) => (
        <li key={`${line.first.date} ${line.first.event}`}>
          {line.isSeveral ? <Reminders line={line} /> : <Event entry={line.first} />}
        </li>
      ))}
    </ol>
  );
}

/** The same reminder on several days. */
function Reminders({ line: { event, dates } }: { line: Reminding }) {
  const { t } = useTranslation();
  const { timeZone } = useAdmin().config;
  return (
    <>
      <span className="forecast-days">{dayList(dates, { locale: currentLocale(), timeZone })}</span>
      <StateTag tone={tones[event]} word={t(`clients.forecast.several.${event}`)} />
      <p className="muted">{t(`clients.forecast.severalRules.${event}`)}</p>
    </>
  );
}

function Event({ entry }: { entry: ForecastEntry }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { date, event, amount, discount } = entry;
  const reason = useReason(entry);
  return (
    <>
      <Moment iso={date} />
      <StateTag tone={tones[event]} word={t(`clients.forecast.events.${event}`)} />
      {amount !== undefined && <Money minorUnits={event === 'card_charge' ? amount : -amount} />}
      <p className="muted">
        {reason}
        {amount !== undefined &&
          discount !== undefined &&
          ` · ${t('ledger.priced', { price: money(amount + discount), discount: money(discount) })}`}
      </p>
    </>
  );
}

/** The rule, or for a charge the period that it pays for; both where a charge comes apart from its period. */
function useReason({ date, rule, period_start, period_end }: ForecastEntry): string {
  const { t } = useTranslation();
  const { day } = useFormats();
  if (!period_start || !period_end) return rule;
  const period = t('clients.forecast.period', { from: day(period_start), to: day(period_end) });
  return period_start === date ? period : `${rule} · ${period}`;
}

const tones: Record<ForecastEntry['event'], Tone> = {
  reminder: 'new',
  card_charge: 'good',
  charge: 'good',
  grace: 'warning',
  block: 'bad',
  deletion_warning: 'warning',
  deletion: 'bad',
};
