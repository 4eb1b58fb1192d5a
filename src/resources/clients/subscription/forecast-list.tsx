import { useTranslation } from 'react-i18next';
import type { ForecastEntry } from '#contract/money/forecast.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import './forecast-list.css';

/** The coming events in order; nothing when there are none. */
export function ForecastList({ entries }: { entries: readonly ForecastEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol className="forecast">
      {entries.map((entry) => (
        <Entry key={`${entry.date} ${entry.event}`} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: ForecastEntry }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { date, event, amount, discount } = entry;
  const reason = useReason(entry);
  return (
    <li>
      <Moment iso={date} />
      <StateTag tone={tones[event]} word={t(`clients.forecast.events.${event}`)} />
      {amount !== undefined && <Money minorUnits={event === 'card_charge' ? amount : -amount} />}
      <p className="muted">
        {reason}
        {amount !== undefined &&
          discount !== undefined &&
          ` · ${t('ledger.priced', { price: money(amount + discount), discount: money(discount) })}`}
      </p>
    </li>
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
