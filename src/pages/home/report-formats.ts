import { useTranslation } from 'react-i18next';
import type { ReportStep } from '#contract/panel/report.ts';
import { intlTags, localeOf } from '#contract/kernel/variants.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { wholeUnits } from '#web/ui/shared/formats.ts';

/** How the dashboard writes days, and large figures in small places. */
export function useReportFormats() {
  const { i18n } = useTranslation();
  const { config } = useAdmin();
  const formats = useFormats();
  // As everywhere else: English with the day first.
  const tag = intlTags[localeOf(i18n.language) ?? config.defaultLocale];
  const compact = new Intl.NumberFormat(tag, {
    notation: 'compact',
    maximumFractionDigits: 1,
    useGrouping: true, // German has no short thousands: 5.000 beside 10.000
  });
  const dayAndMonth = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(tag, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const monthAlone = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' });
  const percent = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const part = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: config.timeZone });
  const dayOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    ...formats,
    compact: (value: number) => compact.format(value).replace('-', '−'),
    compactMoney: (minorUnits: number) => compact.format(Number(wholeUnits(minorUnits))).replace('-', '−'),
    /** An amount that says which way it goes. */
    signed: (minorUnits: number) =>
      minorUnits > 0 ? `+${formats.money(minorUnits)}` : formats.money(minorUnits),
    /** A part of one, with its sign. */
    change: (part: number) => percent.format(part).replace('-', '−'),
    /** A part of a whole; a dash where there is none. */
    part: (value: number | null) => (value === null ? '–' : part.format(value)),
    clock: (iso: string) => clock.format(new Date(iso)),
    /** A month below an axis of so many: of a year at most, only the first and January need to name it. */
    monthTick: ({ from }: { from: string }, place: number, months: number) =>
      (months > 12 || place === 0 || from.slice(5, 7) === '01' ? month : monthAlone).format(dayOf(from)),
    /** A step of the report: a day, a week or a month. */
    step: ({ from, to }: { from: string; to: string }, step: ReportStep) => {
      if (step === 'month') return month.format(dayOf(from));
      return from === to ? dayAndMonth.format(dayOf(from)) : dayAndMonth.formatRange(dayOf(from), dayOf(to));
    },
  };
}
