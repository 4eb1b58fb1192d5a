import { useTranslation } from 'react-i18next';
import { intlTags, localeOf } from '#contract/kernel/variants.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** Months in words, in the present language. */
export function useMonthName(): (month: string) => string {
  const { i18n } = useTranslation();
  const { config } = useAdmin();
  const tag = intlTags[localeOf(i18n.language) ?? config.defaultLocale];
  const format = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}

/** A month that stands alone, as a heading or a choice: it begins with a capital letter. */
export function useMonthTitle(): (month: string) => string {
  const name = useMonthName();
  return (month) => {
    const title = name(month);
    return title.charAt(0).toLocaleUpperCase() + title.slice(1);
  };
}
