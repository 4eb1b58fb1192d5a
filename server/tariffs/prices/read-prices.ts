import { priceEmailSeconds, type PriceVersion } from '#contract/entities/tariff.ts';
import type { Db } from '#server/db/tables.ts';
import { heldPrice, priceAt } from '#server/subscriptions/lifecycle/price.ts';
import { pricedPlan } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { type NamedPriceRow, pricesOf } from '#server/subscriptions/price-store.ts';
import { addDays } from '#server/kernel/periods.ts';
import { allGroups, chargedSince } from './price-clients-store.ts';

/** The versions of a tariff's price with the clients for whom each holds, the latest first. */
export async function readPrices(
  { db, timeZone }: { db: Db; timeZone: string },
  now: Date,
  tariffId: string,
): Promise<PriceVersion[]> {
  const versions = await pricesOf(db, tariffId);
  const clients = await clientsByVersion({ db, timeZone }, { tariffId, versions, now });
  const present = versions.findLastIndex(({ starts_at }) => starts_at <= now);
  const slip = await slipAmong(db, { tariffId, version: versions[present], now });
  return versions
    .map((row, place): PriceVersion => {
      const state = place === present ? 'present' : place < present ? 'past' : 'coming';
      const { count, held, bound, newcomers } = clients[place] ?? nobody;
      const isUnused = bound === 0 || (row.id === slip && newcomers === 0);
      return {
        id: row.id,
        price_month: row.price_month,
        price_year: row.price_year,
        from: row.from_day,
        existing: row.existing,
        present_from: presentFrom(row, versions[place - 1], timeZone)?.toISOString() ?? null,
        state,
        clients: count,
        clients_held: held,
        can_withdraw: place > 0 && state !== 'past' && isUnused,
        created_by: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
        created_at: row.created_at.toISOString(),
      };
    })
    .reverse();
}

/**
 * The present version while nobody has been told of it, and charged by it, although it holds for clients: a lower price
 * holds at once, and by mistake it costs the most.
 */
async function slipAmong(
  db: Db,
  { tariffId, version, now }: { tariffId: string; version: NamedPriceRow | undefined; now: Date },
): Promise<string | undefined> {
  if (!version || now.getTime() - version.created_at.getTime() >= priceEmailSeconds * 1000) return undefined;
  return (await chargedSince(db, tariffId, version.created_at)) ? undefined : version.id;
}

/** The clients for whom a version holds, and how the filter `price_held` finds them. */
interface ClientsOfVersion {
  count: number;
  held: string[];
  /** Those of them who would pay another price without it: often only one of the two prices is new. */
  bound: number;
  /** Those bound ones who came by it: it was promised to them. */
  newcomers: number;
}

const nobody: ClientsOfVersion = { count: 0, held: [], bound: 0, newcomers: 0 };

/** The clients for whom each version would hold if their periods began now. */
async function clientsByVersion(
  { db, timeZone }: { db: Db; timeZone: string },
  { tariffId, versions, now }: { tariffId: string; versions: readonly NamedPriceRow[]; now: Date },
): Promise<ClientsOfVersion[]> {
  const starts = versions.map(({ starts_at }) => starts_at);
  const plans = {
    month: pricedPlan(tariffId, 'month', { versions, timeZone }),
    year: pricedPlan(tariffId, 'year', { versions, timeZone }),
  };
  const clients = versions.map(() => nobody);
  for (const { billing_period, begun, count } of await allGroups(db, tariffId, starts)) {
    const plan = plans[billing_period];
    const since = starts[begun - 1] ?? new Date(0);
    const held = heldPrice(plan, since, now);
    const place = held ? (plan.later ?? []).indexOf(held) + 1 : 0;
    const others = versions.filter((_, one) => one !== place);
    const without = pricedPlan(tariffId, billing_period, { versions: others, timeZone });
    const bound = held && priceAt(without, since, now) !== held.price ? count : 0;
    const known = clients[place] ?? nobody;
    clients[place] = {
      count: known.count + count,
      bound: known.bound + bound,
      newcomers: known.newcomers + (begun === place + 1 ? bound : 0),
      held: [...known.held, `${tariffId}:${billing_period}:${begun}`],
    };
  }
  return clients;
}

/** From when clients pay it who were there before; null when they keep theirs, or when nobody was. */
function presentFrom(row: NamedPriceRow, before: NamedPriceRow | undefined, timeZone: string): Date | null {
  if (!before || row.existing === 'keep') return null;
  const isHigher = row.price_month > before.price_month || row.price_year > before.price_year;
  return isHigher ? addDays(row.starts_at, row.notice_days, timeZone) : row.starts_at;
}
