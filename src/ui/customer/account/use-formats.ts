import { useMemo } from 'react';
import { currentLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { type Formats, formatsOf } from '#web/ui/shared/formats.ts';

/** Money, numbers and dates in the reader's language. */
export function useFormats(): Formats {
  const { config } = useCustomer();
  const locale = currentLocale();
  const { currency, timeZone } = config;
  return useMemo(() => {
    const formats = formatsOf({ locale, currency, timeZone, isMonthNamed: locale === 'en' });
    return {
      ...formats,
      moment: (iso) => unbroken(formats.moment(iso)),
      day: (iso) => unbroken(formats.day(iso)),
    };
  }, [locale, currency, timeZone]);
}

/** Prevents a browser from breaking 2026-12-06 or 6 Dec 2026 on a narrow page. */
function unbroken(date: string): string {
  return date.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');
}
