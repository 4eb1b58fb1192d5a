import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import { storage } from '#web/ui/shared/local-storage.ts';

export type Namespace = 'common' | 'customer' | 'account' | 'admin';
export type Texts = Record<string, unknown>;

// One chunk for each language and namespace: a page loads only the language that it shows.
const files = import.meta.glob<Texts>(
  ['/locales/*/common.json', '/locales/*/customer.json', '/locales/*/account.json', '/locales/*/admin.json'],
  { import: 'default' },
);

/**
 * The first language of a visit: the server-rendered page's, else the stored one, else the variant's. The cookie counts
 * before the storage, because pages without scripts can write only that (`/tariffs`).
 */
export function firstLocale({ defaultLocale }: Pick<WebConfig, 'defaultLocale'>): Locale {
  return ssrLocale() ?? cookieLocale() ?? storage.get('locale') ?? defaultLocale;
}

function cookieLocale(): Locale | undefined {
  return localeOf(/(?:^|; )locale=(\w+)/.exec(document.cookie)?.[1] ?? '');
}

/** The language of a server-rendered page (`server/pages/web-app.ts`), until it is hydrated. */
export function ssrLocale(): Locale | undefined {
  return localeOf(document.getElementById('root')?.dataset['ssr']);
}

/** The texts of a language by namespace; loaded once. */
export async function textsOf(
  locale: Locale,
  namespaces: readonly Namespace[],
): Promise<Record<string, Texts>> {
  const entries = namespaces.map(async (namespace) => {
    const load = files[`/locales/${locale}/${namespace}.json`];
    return [namespace, load ? await load() : {}] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
