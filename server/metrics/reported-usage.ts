import type { Usage } from '#contract/cabinets/cabinet.ts';
import { type FirstMetric, firstMetrics, highest } from '#contract/catalogue/metric.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { keptMetrics } from './metric-store.ts';

/** A report by where it is stored. */
interface ReportedUsage {
  columns: { [Key in FirstMetric]?: number };
  others: { metric_id: string; used: number }[];
  /** The metrics of which there is more than nothing. A cabinet may send 0 of what it does not have. */
  reported: string[];
}

/**
 * Reads a cabinet's report: the protocol's three names and `metrics` by key.
 * @throws AppError 422 at `metrics.KEY`: unknown, too high for its unit, or said twice with two numbers.
 */
export async function reportedUsage(tx: Db, usage: Usage): Promise<ReportedUsage> {
  const named = firstMetrics.flatMap((key): [string, number][] => {
    const used = usage[key];
    return used === undefined ? [] : [[key, used]];
  });
  const sent = Object.entries(usage.metrics ?? {});
  const used = new Map([...named, ...sent]);
  const known = new Map((await keptMetrics(tx, [...used.keys()])).map((metric) => [metric.key, metric]));
  const fields = sent.flatMap(([key, value]): [string, Refusal[]][] => {
    const metric = known.get(key);
    const refused = (refusal: Refusal): [string, Refusal[]][] => [[`metrics.${key}`, [refusal]]];
    if (!metric) return refused({ key: 'validation.unknownKey', params: { name: key } });
    const max = highest(metric.unit);
    if (value > max) return refused({ key: 'validation.tooBig', params: { max } });
    const isOther = named.some(([name, one]) => name === key && one !== value);
    return isOther ? refused({ key: 'validation.repeated' }) : [];
  });
  if (fields.length > 0) throw new AppError('validation_failed', { fields: Object.fromEntries(fields) });
  return {
    columns: Object.fromEntries([...used].filter(([key]) => isFirst(key))),
    others: [...known.values()].flatMap(({ id, key }) =>
      isFirst(key) ? [] : [{ metric_id: id, used: used.get(key) ?? 0 }],
    ),
    reported: [...known.values()].flatMap(({ id, key }) => ((used.get(key) ?? 0) > 0 ? [id] : [])),
  };
}

function isFirst(key: string): boolean {
  return firstMetrics.some((name) => name === key);
}
