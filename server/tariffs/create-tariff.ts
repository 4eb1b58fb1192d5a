import { localesMissing, publicLocales, type Tariff, type TariffInput } from '#contract/entities/tariff.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { insertPrice } from '#server/subscriptions/price-store.ts';
import { replaceTariffLimits } from '#server/metrics/limit-store.ts';
import { sentLimits } from '#server/metrics/sent-limits.ts';
import type { ChangeTariffDeps } from './change-tariff.ts';
import { newLinkCode, placeTariff, recommendation, recommendAlone, refuseUntold } from './offered-tariff.ts';
import { includedIn, readTariff } from './read-tariff.ts';
import { auditedTariff, chosenFeatures, everything, storedTexts, tariffSubject } from './tariff-row.ts';
import { insertTariff, replaceFeatures } from './tariff-store.ts';

/** Creates a tariff, in the last place unless one is given. */
export async function createTariff(
  { db, defaultLocale, variant, timeZone }: ChangeTariffDeps,
  caller: Caller,
  { include, input }: { include: string | undefined; input: TariffInput },
): Promise<Tariff> {
  const wanted = { include: includedIn(include, everything), locale: caller.locale };
  const { now } = caller;
  const { permissions, archived, translations, visibility: asked, position, recommended, ...rest } = input;
  const { limits, monthly_turnover_limit, goods_quantity, ...fields } = rest;
  return answered(db, caller, async (tx) => {
    await lockUntilCommit(tx, 'tariffs');
    const features = await chosenFeatures(tx, permissions);
    const sent = await sentLimits(tx, { limits, monthly_turnover_limit, goods_quantity });
    const otherLimits = sent.others ?? [];
    const texts = storedTexts(translations);
    const isTold = localesMissing(texts, publicLocales(variant)).length === 0;
    const visibility = asked ?? (isTold ? 'public' : 'private');
    refuseUntold({ visibility, translations: texts }, { variant, locale: caller.locale });
    const id = newId(now);
    const archived_at = archived ? now : null;
    const row = {
      ...fields,
      monthly_turnover_limit: null,
      goods_quantity: null,
      ...sent.columns,
      id,
      visibility,
      link_code: visibility === 'link' ? newLinkCode() : null,
      trial_days: fields.trial_days ?? null,
      translations: texts,
      position: await placeTariff(tx, id, position),
      recommended: recommendation({ visibility, archived_at, recommended: false }, recommended),
      archived_at,
      created_at: now,
      updated_at: now,
    };
    if (row.recommended) await recommendAlone({ defaultLocale }, tx, caller, id);
    await insertTariff(tx, row);
    await insertPrice(tx, {
      id: newId(now),
      tariff_id: row.id,
      price_month: row.price_month,
      price_year: row.price_year,
      from_day: localDay(now, timeZone),
      starts_at: now,
      existing: 'change',
      notice_days: 0,
      begun: true,
      created_by: caller.actor.kind === 'staff' ? caller.actor.id : null,
      created_at: now,
      withdrawn_at: null,
    });
    await replaceFeatures(tx, row.id, features);
    await replaceTariffLimits(tx, row.id, otherLimits);
    await writeAudit(tx, caller, {
      action: 'tariff.create',
      subject: tariffSubject(row, defaultLocale),
      changes: auditChanges({}, auditedTariff({ ...row, features, otherLimits })),
    });
    return readTariff({ db: tx, defaultLocale }, row.id, wanted);
  });
}
