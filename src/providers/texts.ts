import type { Locale } from '#contract/variants.ts';
import type { WebConfig } from '#contract/web-config.ts';
import { storage } from '#web/providers/local-storage.ts';

export type Namespace = 'common' | 'customer' | 'account' | 'admin';
export type Texts = Record<string, unknown>;

// One chunk a language and namespace: a page loads the language it shows, and no other.
const files = import.meta.glob<Texts>(
  ['/locales/*/common.json', '/locales/*/customer.json', '/locales/*/account.json', '/locales/*/admin.json'],
  { import: 'default' },
);

/** The language that a first visit gets. */
export function firstLocale({ defaultLocale }: Pick<WebConfig, 'defaultLocale'>): Locale {
  return storage.get('locale') ?? defaultLocale;
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
