import { domainToASCII } from 'node:url';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db, OwnDomainRow, OwnDomainTable } from '#server/db/tables.ts';

/** SQL for customers' own domains. Only this module writes `clients.own_domain`. */

export function ownDomainOf(
  db: Db,
  clientId: string,
  { lock = false } = {},
): Promise<OwnDomainRow | undefined> {
  const query = db.selectFrom('own_domains').selectAll().where('client_id', '=', clientId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** A new domain instead of the earlier one, if there was any. */
export async function putOwnDomain(tx: Db, row: OwnDomainRow): Promise<void> {
  const { client_id, ...rest } = row;
  await tx
    .insertInto('own_domains')
    .values({ client_id, ...rest })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(rest))
    .execute();
}

/** False when the domain was changed or removed meanwhile. */
export async function updateOwnDomain(
  db: Db,
  { client_id, domain, token }: Pick<OwnDomainRow, 'client_id' | 'domain' | 'token'>,
  changes: Updateable<OwnDomainTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('own_domains')
    .set(changes)
    .where('client_id', '=', client_id)
    .where('domain', '=', domain)
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteOwnDomain(tx: Db, clientId: string): Promise<void> {
  await tx.deleteFrom('own_domains').where('client_id', '=', clientId).execute();
}

/** Gives a client its own address, or takes it away. A unique violation when another client has this one. */
export async function useDomain(db: Db, clientId: string, domain: string | null): Promise<void> {
  await db.updateTable('clients').set({ own_domain: domain }).where('id', '=', clientId).execute();
}

export async function isUsedByAnother(db: Db, domain: string, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('id')
    .where('own_domain', '=', domain)
    .where('id', '<>', clientId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The client is deleted, or its cabinet is: its domain is free for others. It stays written down, and is used again
 * if the client comes back and proves it once more: the name may be somebody else's by then.
 */
export async function releaseOwnDomain(tx: Db, clientId: string, now: Date): Promise<void> {
  await useDomain(tx, clientId, null);
  await tx
    .updateTable('own_domains')
    .set({
      state: 'pending',
      reason: null,
      asked_at: now,
      active_at: null,
      proved_at: null,
      troubled_since: null,
      next_check_at: now,
    })
    .where('client_id', '=', clientId)
    .where('state', '<>', 'failed')
    .execute();
}

/** Whether a certificate may be made: the records were right, for a client with a cabinet. */
export async function isProvedDomain(db: Db, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('own_domains as o')
    .innerJoin('clients as c', 'c.id', 'o.client_id')
    .select('o.client_id')
    .where('o.domain', '=', domain)
    .where('o.state', '<>', 'failed')
    .where('o.proved_at', 'is not', null)
    .where('c.deleted_at', 'is', null)
    .where('c.cabinet_status', 'in', ['active', 'suspended'])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Clients whose domain is to be looked at now, or whose cabinet was told of a domain that is no longer theirs. One
 * whose cabinet isn't there waits until it is.
 */
export async function dueDomains(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('own_domains as o')
    .innerJoin('clients as c', 'c.id', 'o.client_id')
    .select('o.client_id')
    .where('o.next_check_at', '<=', now)
    .where('c.deleted_at', 'is', null)
    .where('c.cabinet_status', '=', 'active')
    .orderBy('o.next_check_at')
    .limit(limit)
    .execute();
  const left = await db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .leftJoin('own_domains as o', 'o.client_id', 'k.client_id')
    .select('k.client_id')
    .where('k.told_domain', 'is not', null)
    .where('c.cabinet_status', 'in', ['active', 'suspended'])
    .where(
      sql<boolean>`(o.client_id is null or o.state = 'failed' or o.domain <> k.told_domain
        or c.deleted_at is not null)`,
    )
    .limit(limit)
    .execute();
  return [...new Set([...due, ...left].map(({ client_id }) => client_id))];
}

/**
 * Domains by what they are: `pending` while its customer's records aren't right, `connecting` while they are but the
 * cabinet doesn't answer there, `troubled` while an active one leads elsewhere.
 */
const countedStates = ['pending', 'connecting', 'active', 'troubled', 'failed'] as const;

/** How many domains there are by state; of clients with an open cabinet. */
export async function countOwnDomains(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select case when o.state = 'pending' and o.proved_at is not null then 'connecting'
        when o.state = 'active' and o.troubled_since is not null then 'troubled' else o.state end as state,
      count(*)::integer as count
    from own_domains o join clients c on c.id = o.client_id
    where c.deleted_at is null and c.cabinet_status = 'active' group by 1`.execute(db);
  const found = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(countedStates.map((state) => [state, found.get(state) ?? 0]));
}

/** Clients whose own domain, whatever its state, is like all of the patterns; for searches. There are few domains. */
export function clientsWithDomain(patterns: readonly string[]): RawBuilder<unknown> {
  const like = patterns.map((pattern) => sql`o.domain like ${inAscii(pattern)}`);
  return sql`select o.client_id from own_domains o where ${sql.join(like, sql` and `)}`;
}

/** As domains are stored. Of those with other letters than ASCII, whole labels are found. */
function inAscii(pattern: string): string {
  const name = pattern.replaceAll('%', '');
  const isForeign = /^[\p{L}\p{N}.-]+$/u.test(name) && /[^\x20-\x7e]/.test(name);
  const ascii = isForeign ? domainToASCII(name) : '';
  return ascii === '' ? pattern.toLowerCase() : `%${ascii}%`;
}
