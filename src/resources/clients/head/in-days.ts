import { useTranslation } from 'react-i18next';
import { intlTags } from '#contract/kernel/variants.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { dayIn } from '#web/ui/shared/zoned-day.ts';

/** Says in words how many days away a moment is, as days of the installation's time zone: "in 6 days", "yesterday". */
export function useInDays(): (iso: string) => string {
  useTranslation(); // in the language of now
  const daysAway = useDaysAway();
  const words = new Intl.RelativeTimeFormat(intlTags[currentLocale()], { numeric: 'auto' });
  return (iso) => words.format(daysAway(iso), 'day');
}

/** The same as a number; of what is over it is below zero. */
export function useDaysAway(): (iso: string) => number {
  const { timeZone } = useAdmin().config;
  const day = (at: Date) => Date.parse(dayIn(timeZone, at));
  return (iso) => Math.round((day(new Date(iso)) - day(new Date())) / 86_400_000);
}
