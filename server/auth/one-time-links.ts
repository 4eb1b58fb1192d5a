import type { Kysely } from 'kysely';
import type { LinkPurpose, OneTimeLinkRow, Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/secrets.ts';

interface NewLink {
  token: string;
  purpose: LinkPurpose;
  accountId: string | null;
  /** The address that the link proves, where it proves one. */
  email: string | null;
  now: Date;
  seconds: number;
}

/**
 * Stores a link by its hash; the ones before it for the same purpose and account are void (newest only).
 */
export async function issueLink(db: Kysely<Tables>, link: NewLink): Promise<void> {
  await voidLinks(db, link);
  await insertLinks(db, [link]);
}

/** The same for many at once, of accounts that have none of these yet. */
export async function issueFirstLinks(db: Kysely<Tables>, links: readonly NewLink[]): Promise<void> {
  if (links.length > 0) await insertLinks(db, links);
}

async function insertLinks(db: Kysely<Tables>, links: readonly NewLink[]): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values(
      links.map((link) => ({
        token_hash: hashToken(link.token),
        purpose: link.purpose,
        account_id: link.accountId,
        email: link.email,
        created_at: link.now,
        expires_at: new Date(link.now.getTime() + link.seconds * 1000),
      })),
    )
    .execute();
}

/** Makes every unused link of this purpose and account worthless. */
export async function voidLinks(
  db: Kysely<Tables>,
  { purpose, accountId }: { purpose: LinkPurpose; accountId: string | null },
): Promise<void> {
  await db
    .deleteFrom('one_time_links')
    .where('purpose', '=', purpose)
    .where('account_id', 'is not distinct from', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Lets an unused link live until then: its time counts from the sending of its mail. False when it is void or used.
 */
export async function extendLink(
  db: Kysely<Tables>,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_links')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The link behind a token while it is good: of one of these purposes, unused, not too old. */
export function findLink(
  db: Kysely<Tables>,
  { token, purposes, now }: { token: string; purposes: readonly LinkPurpose[]; now: Date },
): Promise<OneTimeLinkRow | undefined> {
  return db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a link up; undefined when it is unknown, used or old. Of two at once only one gets it. */
export function useLink(
  db: Kysely<Tables>,
  { token, purposes, now }: { token: string; purposes: readonly LinkPurpose[]; now: Date },
): Promise<OneTimeLinkRow | undefined> {
  return db
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Forgets links a month after their end: a mail that waits for a mail server all that time still finds its own.
 */
export async function deleteOldLinks(db: Kysely<Tables>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - 30 * 86_400_000);
  await db.deleteFrom('one_time_links').where('expires_at', '<=', oldest).execute();
}
