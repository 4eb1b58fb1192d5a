import { useMemo } from 'react';
import { withoutZeros } from '#contract/money/money-text.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { type Formats, formatsOf } from '#web/ui/shared/formats.ts';

interface CustomerFormats extends Formats {
  /** A price as it is offered: whole sums without their zeros. */
  price(minorUnits: number): string;
  /** Days of the months ahead, without their year. */
  days(isos: readonly string[]): string;
}

/** Money, numbers and dates in the reader's language. */
export function useFormats(): CustomerFormats {
  const { config } = useCustomer();
  const locale = currentLocale();
  const { currency, timeZone } = config;
  return useMemo(() => {
    const isMonthNamed = locale === 'en';
    const formats = formatsOf({ locale, currency, timeZone, isMonthNamed });
    const tag = intlTags[locale];
    const short = new Intl.DateTimeFormat(tag, { ...dayOfYear(locale), timeZone });
    const list = new Intl.ListFormat(tag);
    return {
      ...formats,
      moment: (iso) => unbroken(formats.moment(iso)),
      day: (iso) => unbroken(formats.day(iso)),
      days: (isos) => list.format(isos.map((iso) => unbroken(short.format(new Date(iso))))),
      price: (minorUnits) => withoutZeros(formats.money(minorUnits)),
    };
  }, [locale, currency, timeZone]);
}

/** 19 Dec, gruodžio 19 d. (12-19 reads like a range), 19.12. */
function dayOfYear(locale: Locale): Intl.DateTimeFormatOptions {
  if (locale === 'en') return { day: 'numeric', month: 'short' };
  return locale === 'lt' ? { day: 'numeric', month: 'long' } : { day: '2-digit', month: '2-digit' };
}

/** Prevents a browser from breaking 2026-12-06 or 6 Dec 2026 on a narrow page. */
function unbroken(date: string): string {
  return date.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');
}
