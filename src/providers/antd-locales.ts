import type { ConfigProviderProps } from 'antd';
import type { Locale } from '#contract/kernel/variants.ts';

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

/** What antd says otherwise than locales/GLOSSARY.md, and what it leaves in English. */
const ourWords: Partial<Record<Locale, readonly [theirs: string, ours: string][]>> = {
  uk: [
    ['Будь ласка, оберіть', 'Виберіть'],
    ['Будь ласка, заповніть', 'Заповніть'],
    ['Обрати', 'Вибрати'],
    ['Оберіть', 'Виберіть'],
    ['оберіть', 'виберіть'],
    ['Відмінити', 'Скасувати'],
    ['Page Size', 'Рядків на сторінці'],
  ],
  ru: [
    ['Пожалуйста выберите', 'Выберите'],
    ['Пожалуйста, введите', 'Введите'],
    ['Вперед', 'Вперёд'],
  ],
  lt: [
    ['Buvęs', 'Ankstesnis'],
    ['Buvę metai', 'Ankstesni metai'],
  ],
  de: [
    ['Bitte auswählen', 'Auswählen'],
    ['Bitte geben', 'Geben'],
    ['Selektiere Alle', 'Alle auswählen'],
    ['Selektion Invertieren', 'Auswahl umkehren'],
    ['Wähle ', 'Wählen Sie '],
    ['Page Size', 'Zeilen pro Seite'],
  ],
};

function inOurWords(locale: Locale, words: unknown): unknown {
  const text = (ourWords[locale] ?? []).reduce(
    (said, [theirs, ours]) => said.replaceAll(theirs, ours),
    JSON.stringify(words),
  );
  return JSON.parse(text);
}
