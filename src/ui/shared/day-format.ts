import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';
import { type Locale, namesMonths } from '#contract/kernel/variants.ts';

dayjs.extend(localizedFormat);

/**
 * How antd's pickers show a day, and then how else one may be typed: the locale's short date, which needs the plugin
 * above; where months are words, digits are still typed.
 */
export function dayFormats(locale: Locale): string[] {
  return namesMonths(locale) ? ['D MMM YYYY', 'L'] : ['L'];
}
