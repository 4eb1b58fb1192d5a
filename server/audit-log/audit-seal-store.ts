import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { chainFormat, type ChainedEntry, firstHash, type Link, type Seal } from './audit-chain.ts';

/** The newest link of the chain. */
export interface Head {
  position: number;
  hash: Buffer;
}

export type SealedEntry = Link & Seal & { entryId: string };

/** Allows one sealer at a time: false when another one is at work. Held to the end of the transaction. */
export async function lockSealing(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Any number that no other lock uses. */
const lockKey = 7_310_587_015;

export async function headOf(db: Db): Promise<Head> {
  const row = await db
    .selectFrom('audit_seals')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { position: 0, hash: firstHash };
}

const chainedColumns = sql`
  a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.kind, a.actor_kind, a.actor_id,
  a.actor_name, a.as_client, a.action, a.subject_type, a.subject_id, a.subject_name, a.client_id, a.person_id,
  a.changes, a.ip, a.device, a.request_id`;

/** Entries without a seal, after an id. */
export async function unsealedAfter(tx: Db, after: string, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select ${chainedColumns} from (
      select entry_id from audit_unsealed where entry_id > ${after}::uuid order by entry_id limit ${limit}
    ) u join audit_entries a on a.id = u.entry_id order by a.id`.execute(tx);
  return rows;
}

/** Adds links to the chain; their entries no longer wait. */
export async function addSeals(tx: Db, seals: readonly SealedEntry[]): Promise<void> {
  const ids = seals.map(({ entryId }) => entryId);
  await sql`
    with sealed as (
      insert into audit_seals (position, entry_id, format, salts, digests, previous_hash, hash)
      select position, entry_id, ${chainFormat}, salts, digests, previous_hash, hash from unnest(
        ${seals.map(({ position }) => position)}::bigint[], ${ids}::uuid[], ${seals.map(({ salts }) => salts)}::bytea[],
        ${seals.map(({ digests }) => digests)}::bytea[], ${seals.map(({ previousHash }) => previousHash)}::bytea[],
        ${seals.map(({ hash }) => hash)}::bytea[])
        as s (position, entry_id, salts, digests, previous_hash, hash)
    )
    delete from audit_unsealed where entry_id = any(${ids}::uuid[])`.execute(tx);
}

/** A seal with its entry; the entry may be gone. */
export type LinkWithEntry = SealedEntry & { format: number; entry: ChainedEntry | null };

type LinkRow = Omit<SealedEntry, 'entryId' | 'previousHash'> &
  Omit<ChainedEntry, 'id'> & { id: string | null; format: number; entry_id: string; previous_hash: Buffer };

/** Links after a position, in order. */
export async function linksAfter(db: Db, after: number, limit: number): Promise<LinkWithEntry[]> {
  const { rows } = await sql<LinkRow>`
    select s.position, s.entry_id, s.format, s.salts, s.digests, s.previous_hash, s.hash, ${chainedColumns}
    from (select * from audit_seals where position > ${after} order by position limit ${limit}) s
      left join audit_entries a on a.id = s.entry_id order by s.position`.execute(db);
  return rows.map(({ entry_id, previous_hash, position, format, salts, digests, hash, id, ...said }) => ({
    position,
    format,
    salts,
    digests,
    hash,
    entryId: entry_id,
    previousHash: previous_hash,
    entry: id === null ? null : { id, ...said },
  }));
}

/** Counts the entries that wait for a seal, and those that neither wait nor have one, with the first of these. */
export async function unsealedState(
  db: Db,
): Promise<{ waiting: number; lost: number; first_lost: string | null }> {
  const { rows } = await sql<{ waiting: number; lost: number; first_lost: string | null }>`
    select (select count(*) from audit_unsealed) as waiting, count(*) as lost,
      (array_agg(a.id order by a.id))[1] as first_lost
    from audit_entries a
    where not exists (select from audit_seals s where s.entry_id = a.id)
      and not exists (select from audit_unsealed u where u.entry_id = a.id)`.execute(db);
  return rows[0] ?? { waiting: 0, lost: 0, first_lost: null };
}

/** How many entries wait for a seal, and since when the oldest has waited. */
export async function waitingForSeal(db: Db): Promise<{ waiting: number; since: Date | null }> {
  const { rows } = await sql<{ waiting: number; since: Date | null }>`
    select (select count(*) from audit_unsealed) as waiting, (
      select a.at from audit_unsealed u join audit_entries a on a.id = u.entry_id order by u.entry_id limit 1
    ) as since`.execute(db);
  return rows[0] ?? { waiting: 0, since: null };
}

/** Reading the whole chain takes longer than any statement of the platform's own. */
export async function allowLongStatements(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
}
