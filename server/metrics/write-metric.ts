import type { Metric, MetricChanges, MetricInput } from '#contract/catalogue/metric.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, NamesByLocale } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { addDays } from '#server/kernel/periods.ts';
import {
  insertMetric,
  isMetricInUse,
  isMetricLimited,
  lockMetric,
  type NewMetric,
  removeMetric,
  updateMetric,
} from './metric-store.ts';
import { type ReadMetricDeps, toMetric } from './read-metrics.ts';

/** Adds a metric. A key that another one has is a 422 at `key`. */
export function createMetric(
  { db, defaultLocale }: ReadMetricDeps,
  caller: Caller,
  { translations, ...fields }: MetricInput,
): Promise<Metric> {
  const { now, locale } = caller;
  return writing(db, caller, async (tx) => {
    const row: NewMetric = {
      ...fields,
      id: newId(now),
      translations: storedNames(translations),
      built_in: false,
      reported_at: null,
      created_at: now,
      updated_at: now,
    };
    await insertMetric(tx, row);
    await writeAudit(tx, caller, {
      action: 'metric.create',
      subject: subjectOf(row),
      changes: auditChanges({}, audited(row)),
    });
    return toMetric({ ...row, tariffs_count: 0, in_use: false }, { locale, defaultLocale });
  });
}

/** Changes a metric; once limited or reported, or there from the first start, only its names. */
export function changeMetric(
  { db, defaultLocale }: ReadMetricDeps,
  caller: Caller,
  { id, input: { updated_at, translations, ...fields } }: { id: string; input: MetricChanges },
): Promise<Metric> {
  const languages = { locale: caller.locale, defaultLocale };
  return writing(db, caller, async (tx) => {
    const found = await lockMetric(tx, id);
    if (!found) throw new AppError('not_found');
    const { tariffs_count, in_use, ...before } = found;
    const isFixed = before.built_in || before.reported_at !== null || (await isMetricLimited(tx, id));
    const after = await changeRow<NewMetric>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toMetric(found, languages),
      merge() {
        const merged = {
          ...before,
          ...fields,
          translations: translations ? storedNames(translations) : before.translations,
        };
        if (isFixed) refuseAnotherKind(before, merged);
        return merged;
      },
      audited,
      write: (row) => updateMetric(tx, row),
      entry: (row) => ({ action: 'metric.change', subject: subjectOf(row) }),
    });
    return toMetric({ ...after, tariffs_count, in_use }, languages);
  });
}

const quietDays = 35;

/** Deletes a metric that nobody limits and no cabinet has reported for a while; the first ones stay. */
export async function deleteMetric(
  { db, timeZone }: Pick<ReadMetricDeps, 'db'> & { timeZone: string },
  caller: Caller,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const metric = await lockMetric(tx, id);
    if (!metric) throw new AppError('not_found');
    const since = addDays(caller.now, -quietDays, timeZone);
    if (metric.built_in || (await isMetricInUse(tx, id, since))) throw new AppError('in_use');
    await removeMetric(tx, id);
    await writeAudit(tx, caller, { action: 'metric.delete', subject: subjectOf(metric) });
  });
}

/** Cabinets and limits speak of the key and mean the unit, so these stay once they are used. */
function refuseAnotherKind(before: NewMetric, after: NewMetric): void {
  const changed = (['key', 'unit', 'period'] as const).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  const refused = changed.map((field): [string, Refusal[]] => [field, [{ key: 'validation.metricIsFixed' }]]);
  throw new AppError('validation_failed', { fields: Object.fromEntries(refused) });
}

async function writing<Answer>(db: Db, caller: Caller, write: (tx: Db) => Promise<Answer>): Promise<Answer> {
  try {
    return await answered(db, caller, write);
  } catch (error) {
    throw isUniqueViolation(error) ? fieldError('key', 'validation.keyTaken') : error;
  }
}

/** The names to store: a language without one is left out. */
function storedNames(translations: MetricInput['translations']): NamesByLocale {
  return Object.fromEntries(Object.entries(translations).filter(([, text]) => text?.name));
}

function audited({ key, unit, period, translations }: NewMetric): Record<string, unknown> {
  const names = Object.entries(translations).map(([language, text]) => [`name.${language}`, text.name]);
  return { key, unit, period, ...Object.fromEntries(names) };
}

function subjectOf({ id, key }: Pick<NewMetric, 'id' | 'key'>) {
  return { type: 'metric', id, name: key };
}
