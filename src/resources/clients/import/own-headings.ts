import { locales } from '#contract/kernel/variants.ts';
import { textsOf, type Texts } from '#web/providers/texts.ts';
import type { OwnHeadings } from '#web/resources/clients/import/import-headings.ts';

/** The names of client columns in every language, because a file may have been exported in any. */
export async function ownHeadings(): Promise<OwnHeadings> {
  const all = await Promise.allSettled(locales.map((locale) => textsOf(locale, ['admin'])));
  // Without a language's texts its headings are just not recognised.
  return all.flatMap((one) => (one.status === 'fulfilled' ? [fieldsIn(one.value['admin'])] : []));
}

function fieldsIn(texts: Texts | undefined): Record<string, unknown> {
  const clients = texts?.['clients'] as { fields?: Record<string, unknown> } | undefined; // locales/*/admin.json
  return clients?.fields ?? {};
}
