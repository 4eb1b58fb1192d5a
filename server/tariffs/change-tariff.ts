import type { Tariff, TariffChanges } from '#contract/entities/tariff.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, TariffPriceRow } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { recheckTariff } from '#server/subscriptions/watch-usage.ts';
import { limitsOfTariffs, replaceTariffLimits } from '#server/metrics/limit-store.ts';
import { allMetrics } from '#server/metrics/metric-store.ts';
import { type OtherLimit, sentLimits } from '#server/metrics/sent-limits.ts';
import {
  newLinkCode,
  placeTariff,
  recommendation,
  recommendAlone,
  refuseUntold,
  refuseWithdrawal,
} from './offered-tariff.ts';
import { beginningOf } from './prices/coming-version.ts';
import { auditedPrice, beginPrice, newPrice, pricesIn } from './prices/new-price.ts';
import { includedIn, type ReadTariffDeps, readTariff } from './read-tariff.ts';
import {
  auditedTariff,
  chosenFeatures,
  everything,
  storedTexts,
  tariffSubject,
  type WholeTariff,
} from './tariff-row.ts';
import { type NewTariff, replaceFeatures, tariffById, updateTariff } from './tariff-store.ts';

/** What changing tariffs needs. */
export interface ChangeTariffDeps extends ReadTariffDeps {
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  timeZone: string;
  variant: Variant;
  settings: Pick<SettingsService, 'get'>;
}

type ChangedTariff = WholeTariff & { version?: TariffPriceRow | undefined };

/** Changes, archives or opens a tariff. The last open one can't be archived, even by two people at once. */
export async function changeTariff(
  deps: ChangeTariffDeps,
  caller: Caller,
  { id, include, input }: { id: string; include: string | undefined; input: TariffChanges },
): Promise<Tariff> {
  const included = includedIn(include, everything);
  const { updated_at, permissions, archived, translations, ...others } = input;
  const { price_month: _month, price_year: _year, existing: _existing, from: _from, ...rest } = others;
  const { limits, monthly_turnover_limit, goods_quantity, recommended, ...fields } = rest;
  const { defaultLocale } = deps;
  const { locale } = caller;
  beginningOf(input, { now: caller.now, timeZone: deps.timeZone });
  return answered(deps.db, caller, async (tx) => {
    await lockUntilCommit(tx, 'tariffs');
    const stored = await tariffById(tx, id, { lock: true });
    if (!stored) throw new AppError('not_found');
    const reading = { db: tx, defaultLocale };
    const current = await readTariff(reading, id, { include: everything, locale });
    const had = current.permissions?.map((feature) => feature.id) ?? [];
    const before = {
      ...stored,
      features: await chosenFeatures(tx, had, had),
      otherLimits: await otherLimitsOf(tx, id),
    };
    const version = await newPrice(deps, tx, { before: stored, input, caller });
    await changeRow<ChangedTariff>(tx, caller, {
      before,
      sent: updated_at,
      current: () => current,
      merge: async () => {
        const sent = { limits, monthly_turnover_limit, goods_quantity };
        const { columns, others: otherLimits = before.otherLimits } = await sentLimits(tx, sent);
        const archived_at = archivedSince(before, archived, caller.now);
        return {
          ...before,
          ...fields,
          ...columns,
          otherLimits,
          translations: translations ? storedTexts(translations) : before.translations,
          archived_at,
          recommended: recommendation({ ...before, ...fields, archived_at }, recommended),
          link_code: linkCodeOf(before, fields.visibility),
          features: permissions ? await chosenFeatures(tx, permissions, had) : before.features,
          version,
        };
      },
      audited: ({ version: priced, ...row }) => ({ ...auditedTariff(row), ...auditedPrice(priced) }),
      write: async ({ features, otherLimits, version: priced, ...merged }) => {
        refuseUntold(merged, { variant: deps.variant, locale });
        await refuseWithdrawal(deps, tx, { before, after: merged });
        const after = {
          ...merged,
          ...(priced?.begun && pricesIn(priced)),
          position:
            fields.position === undefined ? merged.position : await placeTariff(tx, id, fields.position),
        };
        if (after.recommended && !before.recommended) await recommendAlone(deps, tx, caller, after.id);
        await updateTariff(tx, after);
        if (priced) await beginPrice(deps, tx, priced, caller.now);
        const hasNewLimits = otherLimits !== before.otherLimits;
        if (hasNewLimits) await replaceTariffLimits(tx, id, otherLimits);
        await notifyClients(deps, tx, { before, after, hasNewLimits, now: caller.now });
        if (permissions) await replaceFeatures(tx, id, features);
        return { ...after, features, otherLimits, version: priced };
      },
      entry: (after) => ({ action: 'tariff.change', subject: tariffSubject(after, defaultLocale) }),
    });
    return readTariff(reading, id, { include: included, locale });
  });
}

async function otherLimitsOf(tx: Db, id: string): Promise<OtherLimit[]> {
  const keys = new Map((await allMetrics(tx)).map((metric) => [metric.id, metric.key]));
  const limits = await limitsOfTariffs(tx, [id]);
  return limits.map(({ metric_id, most }) => ({ metric_id, most, key: keys.get(metric_id) ?? '' }));
}

function archivedSince(
  { archived_at }: Pick<NewTariff, 'archived_at'>,
  archived: boolean | undefined,
  now: Date,
): Date | null {
  if (archived === undefined) return archived_at;
  return archived ? (archived_at ?? now) : null;
}

/** A link lives as long as its tariff is sold by link. */
function linkCodeOf(
  { visibility, link_code }: Pick<NewTariff, 'visibility' | 'link_code'>,
  asked = visibility,
): string | null {
  if (asked !== 'link') return null;
  return link_code ?? newLinkCode();
}

/** Flags and tells clients over new limits. */
async function notifyClients(
  deps: ChangeTariffDeps,
  tx: Db,
  {
    before,
    after,
    hasNewLimits,
    now,
  }: { before: NewTariff; after: NewTariff; hasNewLimits: boolean; now: Date },
): Promise<void> {
  const differs = (field: keyof NewTariff) => before[field] !== after[field];
  if (hasNewLimits || differs('monthly_turnover_limit') || differs('goods_quantity'))
    await recheckTariff(deps, tx, after.id, now);
}
