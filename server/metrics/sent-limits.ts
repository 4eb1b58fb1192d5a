import { highest, limitFields, type MetricLimit } from '#contract/catalogue/metric.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import type { Db, MetricRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { keptMetrics } from './metric-store.ts';

/** The limits that the specification names; null: unlimited, or a client without a limit of its own. */
export interface NamedLimits {
  monthly_turnover_limit: number | null;
  goods_quantity: number | null;
}

/** A limit without a column. */
export interface OtherLimit {
  metric_id: string;
  key: string;
  most: number;
}

type Sent = { limits?: readonly MetricLimit[] | undefined } & {
  [Field in keyof NamedLimits]?: number | null | undefined;
};

const named = Object.entries(limitFields);

/**
 * Limits as sent, by where they are stored (docs/decisions/0154): those of the specification in their columns, all
 * others by metric; undefined: nothing was sent about them.
 * @throws AppError 422 at `limits.N.…` for an unknown metric or a limit too high, at `limits` where it contradicts one
 * of the specification's fields.
 */
export async function sentLimits(
  tx: Db,
  sent: Sent,
): Promise<{ columns: Partial<NamedLimits>; others: OtherLimit[] | undefined }> {
  const { limits } = sent;
  if (limits === undefined) return { columns: sentColumns(sent), others: undefined };
  const metrics = await keptMetrics(
    tx,
    limits.map(({ metric }) => metric),
  );
  const columns = agreedColumns(sent, limits);
  if (columns === undefined) throw fieldError('limits', 'validation.limitsDisagree');
  return { columns, others: otherLimits(metrics, limits) };
}

function sentColumns(sent: Sent): Partial<NamedLimits> {
  return Object.fromEntries(
    named.flatMap(([, field]) => (sent[field] === undefined ? [] : [[field, sent[field]]])),
  );
}

/** The specification's limits among all of them; undefined when a field of the same body says otherwise. Pure. */
export function agreedColumns(sent: Sent, limits: readonly MetricLimit[]): NamedLimits | undefined {
  const said = (key: string) => limits.find(({ metric }) => metric === key)?.limit ?? null;
  const disagrees = named.some(([key, field]) => sent[field] !== undefined && sent[field] !== said(key));
  if (disagrees) return undefined;
  return { monthly_turnover_limit: said('monthly_turnover'), goods_quantity: said('goods_count') };
}

function otherLimits(metrics: readonly MetricRow[], limits: readonly MetricLimit[]): OtherLimit[] {
  const fields: Record<string, Refusal[]> = {};
  const others = limits.flatMap(({ metric: key, limit }, place) => {
    const metric = metrics.find((one) => one.key === key);
    if (!metric) fields[`limits.${place}.metric`] = [{ key: 'validation.notAllowed' }];
    else if (limit > highest(metric.unit))
      fields[`limits.${place}.limit`] = [{ key: 'validation.tooBig', params: { max: highest(metric.unit) } }];
    return metric && !Object.hasOwn(limitFields, key) ? [{ metric_id: metric.id, key, most: limit }] : [];
  });
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
  return others;
}

/** Every limit for an answer, in the order of the metrics. */
export function shownLimits(
  metrics: readonly Pick<MetricRow, 'id' | 'key'>[],
  columns: NamedLimits,
  others: readonly { metric_id: string; most: number }[],
): MetricLimit[] {
  const byId = new Map(others.map(({ metric_id, most }) => [metric_id, most]));
  const stored = new Map<string, number | null>(named.map(([key, field]) => [key, columns[field]]));
  return metrics.flatMap(({ id, key }) => {
    const limit = stored.get(key) ?? byId.get(id) ?? null;
    return limit === null ? [] : [{ metric: key, limit }];
  });
}

/** The other limits in the audit log: by key. */
export function auditedLimits(others: readonly Pick<OtherLimit, 'key' | 'most'>[]): string[] {
  return others.map(({ key, most }) => `${key}: ${most}`).sort();
}
