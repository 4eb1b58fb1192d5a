import type { I18nProvider } from '@refinedev/core';
import dayjs from 'dayjs';
import i18next from 'i18next';
import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import { currentLocale, setLocale } from '#web/providers/i18n.ts';
import type { AntdLocale } from './antd-locales.ts';
import { loadAntdLocale } from './antd-locales.ts';

/** Refine's i18n with i18next. A key without a text gives refine's own text. */
export const i18nProvider: I18nProvider = {
  translate: (key, options?: unknown, defaultMessage?: string) => {
    const given = typeof options === 'object' ? { ...options } : {};
    const fallback = typeof options === 'string' ? options : defaultMessage;
    return i18next.exists(key) ? i18next.t(key as 'actions.cancel', given) : (fallback ?? key);
  },
  changeLocale: async (tag) => {
    const locale = localeOf(tag);
    if (locale) await setLocale(locale);
  },
  getLocale: () => currentLocale(),
};

/** Loads antd's and dayjs's texts for a language; weeks begin on Monday in all five. */
export async function followLocale(locale: Locale): Promise<AntdLocale> {
  const words = await loadAntdLocale(locale);
  dayjs.locale(locale === 'en' ? 'en-gb' : locale);
  return words;
}
