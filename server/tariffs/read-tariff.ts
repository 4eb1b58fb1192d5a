import { type Tariff, tariffEntity, tariffList } from '#contract/entities/tariff.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { textIn } from '#server/kernel/messages.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { comingPrices } from '#server/subscriptions/price-store.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { limitsOfTariffs } from '#server/metrics/limit-store.ts';
import { allMetrics } from '#server/metrics/metric-store.ts';
import { unusedFields } from '#server/metrics/read-metrics.ts';
import { shownLimits } from '#server/metrics/sent-limits.ts';
import { allFeatures } from './features/feature-store.ts';
import { toFeature } from './features/read-features.ts';
import { type CountedTariff, featuresOf, tariffById, tariffsByIds, tariffSource } from './tariff-store.ts';

/** What reading tariffs needs. Answers are in the reader's language, else in the default one. */
export interface ReadTariffDeps {
  db: Db;
  defaultLocale: Locale;
}

/** The parts to add (`include`), and the language. */
interface Wanted {
  include: readonly string[];
  locale: Locale;
}

/** Tariffs for the list and its file (API.md, "tariffs"). */
export function tariffListing({ db, defaultLocale }: ReadTariffDeps): Listing<Tariff> {
  return {
    name: 'tariffs',
    source: ({ locale }) => tariffSource(locale, defaultLocale),
    rows: async ({ locale }, ids, { include }) =>
      toTariffs({ db, defaultLocale }, inOrderOf(ids, await tariffsByIds(db, ids)), { include, locale }),
    csv: fileColumnsOf(tariffEntity, {}),
    leftOut: (on) => unusedFields(on, tariffEntity),
  };
}

/** One tariff, archived or not. */
export async function readTariff(deps: ReadTariffDeps, id: string, wanted: Wanted): Promise<Tariff> {
  const [tariff] = await toTariffs(deps, await tariffsByIds(deps.db, [id]), wanted);
  if (!tariff) throw new AppError('not_found');
  return tariff;
}

/** Refuses an unknown tariff before the body is read. */
export function knownTariff({ db }: Pick<ReadTariffDeps, 'db'>) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if (!(await tariffById(db, params.id))) throw new AppError('not_found');
  };
}

/** The names in `include`; without it those of `otherwise`. An unknown name is a 422. */
export function includedIn(include: string | undefined, otherwise: readonly string[]): readonly string[] {
  if (include === undefined) return otherwise;
  const names = include.split(',').filter((name) => name !== '');
  const isKnown = names.every((name) => tariffList.include?.includes(name));
  if (!isKnown) throw fieldError('include', 'validation.notAllowed');
  return names;
}

async function toTariffs(
  { db, defaultLocale }: ReadTariffDeps,
  rows: CountedTariff[],
  { include, locale }: Wanted,
): Promise<Tariff[]> {
  const withTexts = include.includes('translations');
  const withFeatures = include.includes('permissions');
  const features = withFeatures ? await allFeatures(db) : [];
  const ids = rows.map(({ id }) => id);
  const links = withFeatures ? await featuresOf(db, ids) : [];
  const metrics = await allMetrics(db);
  const limits = await limitsOfTariffs(db, ids);
  const coming = await comingPrices(db, ids);
  return rows.map(({ translations, ...row }) => ({
    ...toAnswer(tariffEntity, row, {
      limits: shownLimits(
        metrics,
        row,
        limits.filter(({ tariff_id }) => tariff_id === row.id),
      ),
      name: textIn(translations, 'name', { locale, defaultLocale }),
      coming_price: comingOf(coming.find(({ tariff_id }) => tariff_id === row.id)),
    }),
    ...(withFeatures && {
      permissions: features
        .filter(({ id }) => links.some((link) => link.tariff_id === row.id && link.feature_id === id))
        .map((feature) => toFeature(feature, withTexts)),
    }),
    ...(withTexts && { translations }),
  }));
}

function comingOf(
  price: Awaited<ReturnType<typeof comingPrices>>[number] | undefined,
): Tariff['coming_price'] {
  if (!price) return null;
  const { price_month, price_year, from_day } = price;
  return { price_month, price_year, from: from_day };
}
