import { useMemo } from 'react';
import { currentLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { type Formats, formatsOf } from '#web/ui/formats.ts';

/** Money, numbers and dates as the reader writes them. */
export function useFormats(): Formats {
  const { config } = useCustomer();
  const locale = currentLocale();
  const { currency, timeZone } = config;
  return useMemo(() => formatsOf({ locale, currency, timeZone }), [locale, currency, timeZone]);
}
