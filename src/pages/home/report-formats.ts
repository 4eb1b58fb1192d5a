import { useTranslation } from 'react-i18next';
import type { ReportStep } from '#contract/report.ts';
import { useAdmin, useFormats } from '#web/ui/admin-context.ts';
import { wholeUnits } from '#web/ui/formats.ts';

/** How the dashboard writes days, and figures where there is little room. */
export function useReportFormats() {
  const { i18n } = useTranslation();
  const { config } = useAdmin();
  const formats = useFormats();
  const compact = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const dayAndMonth = new Intl.DateTimeFormat(i18n.language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(i18n.language, {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  });
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone: config.timeZone });
  const dayOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    ...formats,
    compact: (value: number) => compact.format(value),
    compactMoney: (minorUnits: number) => compact.format(Number(wholeUnits(minorUnits))),
    clock: (iso: string) => clock.format(new Date(iso)),
    /** A step of the report: its day, its week or its month. */
    step: ({ from, to }: { from: string; to: string }, step: ReportStep) => {
      if (step === 'month') return month.format(dayOf(from));
      return from === to ? dayAndMonth.format(dayOf(from)) : dayAndMonth.formatRange(dayOf(from), dayOf(to));
    },
  };
}
