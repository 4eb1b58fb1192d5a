import { useMemo } from 'react';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { dayList } from '#contract/kernel/day-list.ts';
import { intlTags } from '#contract/kernel/variants.ts';
import { withoutZeros } from '#contract/money/money-text.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { type Formats, formatsOf } from '#web/ui/shared/formats.ts';

interface CustomerFormats extends Formats {
  /** A price as it is offered: whole sums without their zeros. */
  price(minorUnits: number): string;
  /** Days ahead in words, each month once. */
  days(isos: readonly string[]): string;
}

/** Money, numbers and dates in the reader's language. */
export function useFormats(): CustomerFormats {
  const { config } = useCustomer();
  const locale = currentLocale();
  const { currency, timeZone } = config;
  return useMemo(() => {
    const formats = formatsOf({ locale, currency, timeZone });
    const price = (minorUnits: number) => withoutZeros(formats.money(minorUnits));
    return {
      ...formats,
      measure: (value, unit) => measureText(value, unit, { tag: intlTags[locale], money: price }),
      moment: (iso) => unbroken(formats.moment(iso)),
      day: (iso) => unbroken(formats.day(iso)),
      days: (isos) => dayList(isos, { locale, timeZone }),
      price,
    };
  }, [locale, currency, timeZone]);
}

/** Prevents a browser from breaking 2026-12-06 on a narrow page. */
function unbroken(date: string): string {
  return date.replaceAll('-', '\u2011');
}
