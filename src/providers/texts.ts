import { type Locale, localeOf } from '#contract/variants.ts';
import type { WebConfig } from '#contract/web-config.ts';
import { storage } from '#web/providers/local-storage.ts';

export type Namespace = 'common' | 'customer' | 'account' | 'admin';
export type Texts = Record<string, unknown>;

// One chunk a language and namespace: a page loads the language it shows, and no other.
const files = import.meta.glob<Texts>(
  ['/locales/*/common.json', '/locales/*/customer.json', '/locales/*/account.json', '/locales/*/admin.json'],
  { import: 'default' },
);

/** The language that a visit begins in: what the server wrote, else the remembered one, else the variant's. */
export function firstLocale({ defaultLocale }: Pick<WebConfig, 'defaultLocale'>): Locale {
  return writtenLocale() ?? storage.get('locale') ?? defaultLocale;
}

/** The language of the page that the server wrote whole (`server/http/web-app.ts`), until it has come alive. */
export function writtenLocale(): Locale | undefined {
  return localeOf(document.getElementById('root')?.dataset['written']);
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
