import type { Db, LinkPurpose, OneTimeLinkRow } from '#server/db/tables.ts';
import { hashToken } from '#server/keys/secrets.ts';

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
 * Stores a link by its hash; earlier links for the same purpose and account are void (newest only).
 */
export async function issueLink(db: Db, link: NewLink): Promise<void> {
  await voidLinks(db, link);
  await insertLinks(db, [link]);
}

/** The same for many accounts at once; voids no earlier links. */
export async function issueFirstLinks(db: Db, links: readonly NewLink[]): Promise<void> {
  if (links.length > 0) await insertLinks(db, links);
}

async function insertLinks(db: Db, links: readonly NewLink[]): Promise<void> {
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

/** Voids every unused link of this purpose and account. */
export async function voidLinks(
  db: Db,
  { purpose, accountId }: { purpose: LinkPurpose; accountId: string | null },
): Promise<void> {
  await db
    .deleteFrom('one_time_links')
    .where('purpose', '=', purpose)
    .where('account_id', 'is not distinct from', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/** The same for several purposes of one account. */
export async function voidLinksOf(
  db: Db,
  accountId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  if (purposes.length === 0) return;
  await db
    .deleteFrom('one_time_links')
    .where('purpose', 'in', purposes)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/** Voids links that were issued to the same account for the same purpose after this one. */
export async function voidNewerLinks(
  db: Db,
  { purpose, account_id, created_at, token_hash }: OneTimeLinkRow,
): Promise<void> {
  await db
    .deleteFrom('one_time_links')
    .where('purpose', '=', purpose)
    .where('account_id', '=', account_id)
    .where('created_at', '>=', created_at)
    .where('token_hash', '<>', token_hash)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Makes an unused link valid until then: its time counts from when its email is sent. False when it is void or used.
 */
export async function extendLink(
  db: Db,
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

/** The link of a token while it is valid: for one of these purposes, unused, not expired. */
export function findLink(
  db: Db,
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

/**
 * Uses up a link of an account, under the lock of the account's row that everything takes that voids or uses links.
 * Undefined: the link is not valid any more.
 */
export async function useLinkOf<Account>(
  tx: Db,
  wanted: { token: string; purposes: readonly LinkPurpose[]; now: Date },
  lock: (accountId: string) => Promise<Account | undefined>,
): Promise<{ link: OneTimeLinkRow; account: Account } | undefined> {
  const accountId = (await findLink(tx, wanted))?.account_id;
  const account = accountId ? await lock(accountId) : undefined;
  const link = account && (await useLink(tx, wanted));
  return link && { link, account };
}

/** The one of these links that is still valid, for any purpose. */
export function unusedLinkAmong(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<OneTimeLinkRow | undefined> {
  return db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses up a link; undefined when it is unknown, used or expired. Of two calls at once only one gets it. */
export function useLink(
  db: Db,
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

export function newestSetUp(db: Db): Promise<OneTimeLinkRow | undefined> {
  return setUps(db).orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

/** The set-up link of a token, whatever its state. */
export function setUpOf(db: Db, token: string): Promise<OneTimeLinkRow | undefined> {
  return setUps(db).where('token_hash', '=', hashToken(token)).executeTakeFirst();
}

function setUps(db: Db) {
  return db.selectFrom('one_time_links').selectAll().where('purpose', '=', 'setup');
}

/** Set-up links are ended, not deleted, so that somebody who follows an old one is told why it no longer works. */
export async function endSetUps(tx: Db, now: Date): Promise<void> {
  await tx
    .updateTable('one_time_links')
    .set({ expires_at: now })
    .where('purpose', '=', 'setup')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/**
 * Deletes links a month after they ended. An email may wait that long for a mail server, and still needs its own.
 * Skips locked rows, because voiding links locks them in another order.
 */
export async function deleteOldLinks(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - 30 * 86_400_000);
  await db
    .deleteFrom('one_time_links')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('one_time_links')
        .select('token_hash')
        .where('expires_at', '<=', oldest)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
