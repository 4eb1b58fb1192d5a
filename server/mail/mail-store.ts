import { type Insertable, sql } from 'kysely';
import { emailEntity } from '#contract/entities/email.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import { listState } from '#server/lists/list-totals.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { ClientRow, Db, EmailRow, EmailTable, UserRow } from '#server/db/tables.ts';

/**
 * SQL for the outbox. A queued row with a lease is being sent until `leased_until`. One without a lease waits, and
 * `leased_until` is then the time of its next try.
 */

/** Returns the ids of the new ones; an email whose once key exists already is skipped. */
export async function insertEmails(tx: Db, emails: readonly Insertable<EmailTable>[]): Promise<string[]> {
  const rows = await tx
    .insertInto('emails')
    .values(emails)
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes an email that nobody has begun to send. */
export async function removeUnsent(tx: Db, onceKey: string): Promise<void> {
  await tx
    .deleteFrom('emails')
    .where('once_key', '=', onceKey)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .execute();
}

/** Removes the emails of a kind to a client that nobody has begun to send; true: there was one. */
export async function removeUnsentOf(
  tx: Db,
  { clientId, kind }: { clientId: string; kind: EmailRow['kind'] },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('emails')
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes a queued email for one try; undefined when another worker has it or nothing is left to do. */
export function leaseEmail(
  db: Db,
  { id, lease, now, until }: { id: string; lease: string; now: Date; until: Date },
): Promise<EmailRow | undefined> {
  return db
    .updateTable('emails')
    .set({ lease, leased_until: until, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where((eb) => eb.or([eb('lease', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
}

type TryResult =
  | ({ status: 'sent'; html: string; text: string; sent_at: Date; error: null } & Pick<
      EmailRow,
      'sender' | 'reply_to' | 'only_logged'
    >)
  | { status: 'failed'; error: string }
  | { status: 'queued'; error: string; leased_until: Date };

/** Ends a try. False when the lease was lost meanwhile: then another worker has the email, and it stays as it is. */
export async function endLease(
  db: Db,
  { id, lease, result }: { id: string; lease: string; result: TryResult },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emails')
    .set({ leased_until: null, ...result, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Queued emails whose worker died (its lease ran out) or whose job was lost (due, and not picked up since
 * `lostBefore`). They count as due now, so the next call leaves them alone for the same time again.
 */
export async function takeStuckEmails(
  tx: Db,
  { now, lostBefore, limit }: { now: Date; lostBefore: Date; limit: number },
): Promise<string[]> {
  const due = sql<Date>`coalesce(leased_until, created_at)`;
  const rows = await tx
    .updateTable('emails')
    .set({ lease: null, leased_until: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('emails')
        .select('id')
        .where('status', '=', 'queued')
        .where((row) =>
          row.or([
            row.and([row('lease', 'is not', null), row('leased_until', '<=', now)]),
            row.and([row('lease', 'is', null), row(due, '<=', lostBefore)]),
          ]),
        )
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function findEmail(db: Db, id: string, { lock = false } = {}): Promise<NamedEmail | undefined> {
  const query = db.selectFrom('emails').selectAll().select(clientName).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export type NamedEmail = EmailRow & { client_name: string | null };

const clientName = sql<string | null>`(select c.name from clients c where c.id = emails.client_id)`.as(
  'client_name',
);

/** Stores what is attached to an email that waits. */
export async function insertFile(
  tx: Db,
  emailId: string,
  file: { name: string; content: Buffer },
): Promise<void> {
  await tx
    .insertInto('email_files')
    .values({ email_id: emailId, ...file })
    .execute();
}

export function findFile(db: Db, emailId: string): Promise<{ name: string; content: Buffer } | undefined> {
  return db
    .selectFrom('email_files')
    .select(['name', 'content'])
    .where('email_id', '=', emailId)
    .executeTakeFirst();
}

export async function deleteFile(db: Db, emailId: string): Promise<void> {
  await db.deleteFrom('email_files').where('email_id', '=', emailId).execute();
}

/** Whether it was a failed one that nobody had dealt with. */
export async function markDealtWith(tx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('emails')
    .set({ dealt_with_at: now })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('dealt_with_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Those of them that failed and that nobody has dealt with, oldest first. */
export async function failedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'failed')
    .where('dealt_with_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The emails of a list's page. */
export async function listedEmails(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('emails')
    .select(['id', 'to_address', 'kind', 'locale', 'subject', 'status', 'attempts', 'error', 'reason'])
    .select(['client_id', 'created_at', 'sent_at', 'dealt_with_at', 'only_logged'])
    .select(clientName)
    .where('id', 'in', ids)
    .execute();
}
export type ListedEmail = Awaited<ReturnType<typeof listedEmails>>[number];

/** The email log as a list. */
export const emailSource: ListSource = {
  from: sql`emails e`,
  id: sql`e.id`,
  defaultOrder: sql`e.created_at`,
  counted: 'emails',
  search: [sql`e.to_address`, sql`e.subject`],
  columns: columnsOf(emailEntity, {
    table: 'emails',
    alias: 'e',
    own: {
      to: { sql: sql`e.to_address`, required: true },
      // As its index has it.
      status: { sql: sql`(case when e.only_logged then 'only_logged' else e.status end)`, required: true },
      subject: { ...nameColumn(sql`e.subject`), required: true },
    },
  }),
};

/** Who besides the owner whose contact a client has reads about its money: other owners and bookkeepers. */
export function billingReaders(tx: Db, clientIds: readonly string[]) {
  return tx
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .select(['m.client_id', 'm.role', 'p.id', 'p.email', 'p.locale'])
    .where('m.client_id', 'in', [...new Set(clientIds)])
    .where('m.role', 'in', ['owner', 'billing'])
    .where('p.deleted_at', 'is', null)
    .whereRef('p.id', '<>', (eb) => eb.fn.coalesce('c.owner_id', 'c.id'))
    .orderBy('p.id')
    .execute();
}

/** Who reads emails of clients: their owners whose contact they have, and these persons, with the names they have given. */
export async function namedReaders(
  tx: Db,
  { clientIds, personIds }: { clientIds: readonly string[]; personIds: readonly string[] },
): Promise<{ id: string; email: string; name: string }[]> {
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    select c.id, p.email, p.name from clients c join persons p on p.id = coalesce(c.owner_id, c.id)
    where c.id = any(${clientIds}::uuid[]) and p.name is not null
    union all
    select p.id, p.email, p.name from persons p
    where p.id = any(${personIds}::uuid[]) and p.name is not null`.execute(tx);
  return rows;
}

export type Recipient = { kind: 'client'; row: ClientRow } | { kind: 'user'; row: UserRow };

/** The recipient of an email, deleted or not; undefined when it was for no account or the account is gone. */
export async function findRecipient(
  db: Db,
  { client_id, user_id, person_id }: Pick<EmailRow, 'client_id' | 'user_id' | 'person_id'>,
): Promise<Recipient | undefined> {
  if (client_id && person_id) {
    const row = await clientAsPersonOf(db, client_id, person_id);
    return row && { kind: 'client', row };
  }
  if (client_id) {
    const row = await db.selectFrom('clients').selectAll().where('id', '=', client_id).executeTakeFirst();
    return row && { kind: 'client', row };
  }
  if (!user_id) return undefined;
  const row = await db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirst();
  return row && { kind: 'user', row };
}

/** A client with the contact of one of its members; undefined when the person is no member any more. */
async function clientAsPersonOf(db: Db, clientId: string, personId: string): Promise<ClientRow | undefined> {
  const row = await db
    .selectFrom('clients as c')
    .innerJoin('members as m', 'm.client_id', 'c.id')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .selectAll('c')
    .select(['p.email', 'p.email_key', 'p.pending_email', 'p.confirmed_at', 'p.password_hash'])
    .select((eb) => eb.fn.coalesce('c.deleted_at', 'p.deleted_at').as('deleted_at'))
    .where('c.id', '=', clientId)
    .where('p.id', '=', personId)
    .executeTakeFirst();
  return row;
}

/** The last email of a kind to a client. */
export function lastEmailOf(
  db: Db,
  { clientId, kind }: { clientId: string; kind: EmailRow['kind'] },
): Promise<Pick<EmailRow, 'data'> | undefined> {
  return db
    .selectFrom('emails')
    .select('data')
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findClientName(db: Db, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('clients').select('name').where('id', '=', id).executeTakeFirst();
  return found?.name;
}

/** How many emails have each status; failed ones that somebody has dealt with count no more. */
export async function countEmails(db: Db): Promise<Record<EmailRow['status'], number>> {
  // All that neither wait nor failed were sent; there may be millions of them.
  const { rows } = await sql<{ live: number; queued: number; failed: number; dealt: number }>`
    select live, (select count(*) from emails where status = 'queued') as queued, failed, dealt
    from ${listState('emails')} as state, (
      select count(*) filter (where dealt_with_at is null) as failed,
        count(*) filter (where dealt_with_at is not null) as dealt
      from emails where status = 'failed'
    ) as fates`.execute(db);
  const [{ live, queued, failed, dealt } = { live: 0, queued: 0, failed: 0, dealt: 0 }] = rows;
  return { queued, failed, sent: live - queued - failed - dealt };
}

/** Whether an account's look at a live link is recorded since a moment. */
export async function hasLooked(
  db: Db,
  { emailId, actorId, since }: { emailId: string; actorId: string; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', emailId)
    .where('actor_id', '=', actorId)
    .where('action', '=', 'security.kept_mail_read')
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Copies of sent emails that an older version stored with their links. Their index is empty once none is left. */
export function copiesWithLinks(db: Db, limit: number) {
  return db
    .selectFrom('emails')
    .select(['id', 'html', 'text'])
    .where(sql<boolean>`status = 'sent' and data ? 'link_seconds' and text !~ '[/=#]…'`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function updateCopy(db: Db, id: string, copy: Pick<EmailRow, 'html' | 'text'>): Promise<void> {
  await db.updateTable('emails').set(copy).where('id', '=', id).execute();
}

/** Deletes some emails that are no longer sent, with what was attached, and returns how many. */
export async function deleteOldEmails(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('emails')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('emails')
        .select('id')
        .where('created_at', '<', before)
        .where('status', '<>', 'queued')
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
