import { sql } from 'kysely';
import type { Db, TariffPriceRow } from '#server/db/tables.ts';

/** SQL for the price versions of tariffs. A withdrawn one is as if it had never been. */

/** A version as the lifecycle needs it. */
export type PriceVersionRow = Pick<
  TariffPriceRow,
  'tariff_id' | 'price_month' | 'price_year' | 'starts_at' | 'existing' | 'notice_days'
>;

/** The versions of every tariff that has more than one; of each tariff the earliest first. */
export async function laterPrices(db: Db): Promise<PriceVersionRow[]> {
  const { rows } = await sql<PriceVersionRow>`
    select tariff_id, price_month, price_year, starts_at, existing, notice_days
    from (select *, count(*) over (partition by tariff_id) as versions
      from tariff_prices where withdrawn_at is null) p
    where versions > 1 order by tariff_id, starts_at, created_at, id`.execute(db);
  return rows;
}

export type NamedPriceRow = TariffPriceRow & { created_by_name: string | null };

/** Every version of a tariff with who made it, the earliest first. */
export function pricesOf(db: Db, tariffId: string): Promise<NamedPriceRow[]> {
  return db
    .selectFrom('tariff_prices as p')
    .leftJoin('users as u', 'u.id', 'p.created_by')
    .selectAll('p')
    .select('u.name as created_by_name')
    .where('p.tariff_id', '=', tariffId)
    .where('p.withdrawn_at', 'is', null)
    .orderBy('p.starts_at')
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
}

/** The next version of each of these tariffs that has not begun; of a tariff without one nothing. */
export async function comingPrices(
  db: Db,
  tariffIds: readonly string[],
): Promise<Pick<TariffPriceRow, 'tariff_id' | 'price_month' | 'price_year' | 'from_day'>[]> {
  if (tariffIds.length === 0) return [];
  return db
    .selectFrom('tariff_prices')
    .distinctOn('tariff_id')
    .select(['tariff_id', 'price_month', 'price_year', 'from_day'])
    .where('tariff_id', 'in', tariffIds)
    .where('withdrawn_at', 'is', null)
    .where('begun', '=', false)
    .orderBy('tariff_id')
    .orderBy('starts_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A version, withdrawn or not. */
export function priceById(db: Db, id: string, { lock = false } = {}): Promise<TariffPriceRow | undefined> {
  const query = db.selectFrom('tariff_prices').selectAll().where('id', '=', id);
  return (lock ? query.forShare() : query).executeTakeFirst();
}

export async function insertPrice(db: Db, row: TariffPriceRow): Promise<void> {
  await db.insertInto('tariff_prices').values(row).execute();
}

/** Takes a version back. The tariff's row gets the price that then holds for new clients. */
export async function withdrawPrice(
  tx: Db,
  { id, tariff_id }: Pick<TariffPriceRow, 'id' | 'tariff_id'>,
  now: Date,
): Promise<void> {
  await tx.updateTable('tariff_prices').set({ withdrawn_at: now }).where('id', '=', id).execute();
  await sql`
    update tariffs t set price_month = p.price_month, price_year = p.price_year
    from (select price_month, price_year from tariff_prices
      where tariff_id = ${tariff_id}::uuid and withdrawn_at is null and starts_at <= ${now}
      order by starts_at desc, created_at desc, id desc limit 1) p
    where t.id = ${tariff_id}::uuid and (t.price_month, t.price_year) is distinct from (p.price_month, p.price_year)`.execute(
    tx,
  );
}

/** Gives tariffs the announced prices whose day has come; a tariff's row has what new clients pay now. */
export async function beginPrices(db: Db, now: Date): Promise<void> {
  await sql`
    with begun as (
      update tariff_prices set begun = true
      where not begun and withdrawn_at is null and starts_at <= ${now}
      returning id, tariff_id, price_month, price_year, starts_at, created_at
    ), latest as (
      select distinct on (tariff_id) * from begun order by tariff_id, starts_at desc, created_at desc, id desc
    )
    update tariffs t set price_month = latest.price_month, price_year = latest.price_year
    from latest where t.id = latest.tariff_id`.execute(db);
}
