import type { TariffInput } from '#contract/entities/tariff.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, FeatureRow, TariffTexts } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { auditedLimits, type OtherLimit } from '#server/metrics/sent-limits.ts';
import { allFeatures } from './features/feature-store.ts';
import { offered } from './features/feature-tree.ts';
import type { NewTariff } from './tariff-store.ts';

/** A tariff as it is stored, with its features and its limits that are no columns. */
export type WholeTariff = NewTariff & { features: FeatureRow[]; otherLimits: readonly OtherLimit[] };

/** The parts in the answer to a write, unless `include` says otherwise. */
export const everything = ['permissions', 'translations'] as const;

/** The features with these ids, or a 422. An archived one may only stay where it is included. */
export async function chosenFeatures(
  tx: Db,
  ids: readonly string[],
  included: readonly string[] = [],
): Promise<FeatureRow[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const all = await allFeatures(tx);
  const open = new Set([...included, ...offered(all).map(({ id }) => id)]);
  const found = all.filter(({ id }) => wanted.has(id) && open.has(id));
  if (found.length < wanted.size) throw fieldError('permissions', 'validation.notAllowed');
  return found;
}

/** The texts to store: a language without any text is left out. */
export function storedTexts(translations: TariffInput['translations']): TariffTexts {
  return Object.fromEntries(
    Object.entries(translations).filter(
      ([, texts]) => texts && (texts.name || texts.description || texts.subtitle),
    ),
  );
}

/** A tariff in the audit log: features by key, texts by language. */
export function auditedTariff({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  translations,
  features,
  otherLimits,
  ...fields
}: WholeTariff): Record<string, unknown> {
  const texts = Object.entries(translations).map(([language, text]) => [`translations.${language}`, text]);
  return {
    ...fields,
    ...Object.fromEntries(texts),
    permissions: features.map(({ key }) => key),
    limits: auditedLimits(otherLimits),
  };
}

/** The subject of an audit entry. */
export function tariffSubject(
  { id, translations }: Pick<NewTariff, 'id' | 'translations'>,
  defaultLocale: Locale,
) {
  return { type: 'tariff', id, name: translations[defaultLocale]?.name ?? null };
}
