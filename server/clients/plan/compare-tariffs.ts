import type { TariffDifference } from '#contract/clients/tariff-difference.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { MetricUsage } from '#contract/catalogue/metric.ts';
import { can } from '#contract/kernel/permissions.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { readClient } from '#server/clients/read-client.ts';
import type { TariffRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller, StaffCaller } from '#server/kernel/caller.ts';
import { textIn } from '#server/kernel/messages.ts';
import { type NamedLimit, namedLimits } from '#server/metrics/named-limits.ts';
import { readDatedPrices } from '#server/subscriptions/prices/dated-prices.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';
import { namedFeatures } from '#server/tariffs/features/named-features.ts';
import { choosableTariffs, tariffsByIds } from '#server/tariffs/tariff-store.ts';

interface Pair {
  a: string;
  b: string;
}

/**
 * What differs between two tariffs, of those that staff see; with a client also what it would exceed on `b`.
 * @throws AppError 422 at `a`, `b` or `client_id` for an id that doesn't exist, `forbidden` for a client without
 * `clients.read`.
 */
export async function compareTariffs(
  deps: ClientDeps,
  caller: StaffCaller,
  { client_id: clientId, ...pair }: Pair & { client_id?: string | undefined },
): Promise<TariffDifference> {
  const mayRead = can(caller.actor.permissions, 'clients.read', { write: false }).allowed;
  if (clientId !== undefined && !mayRead) throw new AppError('forbidden');
  const rows = await tariffsByIds(deps.db, [pair.a, pair.b]);
  const client = clientId === undefined ? null : await knownClient(deps, caller, clientId);
  return differenceOf(deps, caller, { pair, rows, client });
}

/** The same for a customer, of the tariffs that the customer may choose or has. */
export async function compareOwnTariffs(
  deps: ClientDeps,
  caller: CustomerCaller,
  pair: Pair,
): Promise<TariffDifference> {
  const client = await readClient(deps, caller, caller.actor.id);
  const { tariff_id, next_tariff } = client;
  const rows = await choosableTariffs(deps.db, [tariff_id, ...(next_tariff ? [next_tariff.id] : [])]);
  return differenceOf(deps, caller, { pair, rows, client });
}

async function differenceOf(
  deps: ClientDeps,
  caller: StaffCaller | CustomerCaller,
  { pair, rows, client }: { pair: Pair; rows: readonly TariffRow[]; client: ClientDetails | null },
): Promise<TariffDifference> {
  const { db } = deps;
  const languages = { locale: caller.locale, defaultLocale: deps.defaultLocale };
  const [a, b] = [tariffIn(rows, pair, 'a'), tariffIn(rows, pair, 'b')];
  const features = await namedFeatures(db, [a.id, b.id], languages);
  const limits = await namedLimits(db, [a, b], languages);
  const [inA, inB] = [features.get(a.id) ?? [], features.get(b.id) ?? []];
  const [limitsA, limitsB] = [limits.get(a.id) ?? [], limits.get(b.id) ?? []];
  const row = client ? await subscribedById(db, client.id) : undefined;
  const compared = async (tariff: TariffRow) => ({
    id: tariff.id,
    name: textIn(tariff.translations, 'name', languages),
    ...(await readDatedPrices(deps, tariff, {
      now: caller.now,
      // A client who comes back to a tariff counts as new to it (docs/decisions/0156).
      since: row?.tariff_id === tariff.id ? (row.tariff_since ?? row.created_at) : null,
    })),
  });
  return {
    a: await compared(a),
    b: await compared(b),
    only_a: inA.filter(({ id }) => !inB.some((one) => one.id === id)),
    only_b: inB.filter(({ id }) => !inA.some((one) => one.id === id)),
    limits: differingLimits(limitsA, limitsB),
    ...(client && { exceeds: exceeded(client, limitsB) }),
  };
}

function tariffIn(rows: readonly TariffRow[], pair: Pair, side: keyof Pair): TariffRow {
  const row = rows.find(({ id }) => id === pair[side].toLowerCase());
  if (!row) throw fieldError(side, 'validation.notAllowed');
  return row;
}

async function knownClient(deps: ClientDeps, caller: StaffCaller, id: string): Promise<ClientDetails> {
  try {
    return await readClient(deps, caller, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      throw fieldError('client_id', 'validation.notAllowed');
    }
    throw error;
  }
}

/** The limits that one tariff has and the other hasn't, or that are other numbers. Pure. */
export function differingLimits(
  a: readonly NamedLimit[],
  b: readonly NamedLimit[],
): TariffDifference['limits'] {
  const limitIn = (limits: readonly NamedLimit[], key: string) =>
    limits.find(({ metric }) => metric === key)?.limit ?? null;
  const all = [...a, ...b.filter(({ metric }) => limitIn(a, metric) === null)];
  return all
    .map(({ metric, name, unit }) => ({ metric, name, unit, a: limitIn(a, metric), b: limitIn(b, metric) }))
    .filter((one) => one.a !== one.b);
}

/** What a client uses beyond the limits that would hold: its own ones, else the tariff's. Pure. */
export function exceeded(
  {
    usage,
    limits: own,
  }: { usage: readonly MetricUsage[]; limits: readonly { metric: string; limit: number }[] },
  limits: readonly { metric: string; limit: number }[],
): MetricUsage[] {
  return usage.flatMap((used) => {
    const holds = [...own, ...limits].find(({ metric }) => metric === used.metric);
    return holds && used.used > holds.limit ? [{ ...used, limit: holds.limit }] : [];
  });
}
