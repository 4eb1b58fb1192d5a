import type { ConfigProviderProps } from 'antd';
import type { Locale } from '#contract/variants.ts';

export type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

type Loader = () => Promise<{ default: unknown }>;

// English as in Europe: weeks begin on Monday. Each language is a separate chunk.
const loaders: Record<Locale, { antd: Loader; dayjs: () => Promise<unknown> }> = {
  uk: { antd: () => import('antd/es/locale/uk_UA.js'), dayjs: () => import('dayjs/locale/uk.js') },
  en: { antd: () => import('antd/es/locale/en_GB.js'), dayjs: () => import('dayjs/locale/en-gb.js') },
  ru: { antd: () => import('antd/es/locale/ru_RU.js'), dayjs: () => import('dayjs/locale/ru.js') },
  lt: { antd: () => import('antd/es/locale/lt_LT.js'), dayjs: () => import('dayjs/locale/lt.js') },
  de: { antd: () => import('antd/es/locale/de_DE.js'), dayjs: () => import('dayjs/locale/de.js') },
};

/** Loads the texts of antd and dayjs in a language. */
export async function loadAntdLocale(locale: Locale): Promise<AntdLocale> {
  const [{ default: words }] = await Promise.all([loaders[locale].antd(), loaders[locale].dayjs()]);
  return inOurWords(locale, words) as AntdLocale; // typed by antd per file, but NodeNext sees its ES files as CommonJS
}

/** antd's Ukrainian says "обрати" where the rest of the panel says "вибрати" (locales/GLOSSARY.md). */
function inOurWords(locale: Locale, words: unknown): unknown {
  if (locale !== 'uk') return words;
  const text = JSON.stringify(words).replaceAll('Обрати', 'Вибрати');
  return JSON.parse(text.replaceAll('Оберіть', 'Виберіть').replaceAll('оберіть', 'виберіть'));
}
