import type { Db } from '#server/db/tables.ts';
import {
  countSealedByOthers,
  renameLink,
  replaceSealed,
  type SealedColumn,
  sealedByOthers,
  sealedColumns,
  unusedLinks,
  waitingEmails,
} from './key-store.ts';
import { hashToken, type Secrets } from './secrets.ts';

export interface Resealed {
  sealed: number;
  /** Links of waiting emails. */
  links: number;
  /** Sealed with a key that nobody has any more. */
  unknown: number;
}

const batchSize = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Seals again what an older key sealed, and gives the links of emails that still wait to the key in use (GROWTH section
 * 15, "Keys"). A batch is a statement or a transaction, so that a killed run can be continued; a value that somebody
 * changes meanwhile is skipped.
 */
export async function reseal(
  db: Db,
  secrets: Secrets,
  { progress }: { progress(text: string): void },
): Promise<Resealed> {
  const done: Resealed = { sealed: 0, links: 0, unknown: 0 };
  for (const place of sealedColumns) {
    for (let after: string | undefined = beforeAll; after !== undefined;) {
      const batch = await resealBatch(db, secrets, place, after);
      done.sealed += batch.sealed;
      done.unknown += batch.unknown;
      after = batch.last;
      progress(`${done.sealed} values sealed again…`);
    }
  }
  for (let after: string | undefined = beforeAll; after !== undefined;) {
    const batch = await db.transaction().execute((tx) => moveLinks(tx, secrets, after ?? beforeAll));
    done.links += batch.links;
    after = batch.last;
  }
  return done;
}

/** How many values keys other than the one in use sealed or signed; at zero those keys may be removed. */
export async function leftToOthers(db: Db, secrets: Secrets): Promise<number> {
  let left = 0;
  for (const place of sealedColumns) left += await countSealedByOthers(db, place, secrets.keyId);
  for (let after: string | undefined = beforeAll; after !== undefined;) {
    const ids = await waitingEmails(db, { after, limit: batchSize, lock: false });
    left += (await linksOfOthers(db, secrets, ids)).length;
    after = ids.length < batchSize ? undefined : ids.at(-1);
  }
  return left;
}

async function resealBatch(
  db: Db,
  secrets: Secrets,
  place: SealedColumn,
  after: string,
): Promise<{ sealed: number; unknown: number; last: string | undefined }> {
  const rows = await sealedByOthers(db, place, { keyId: secrets.keyId, after, limit: batchSize });
  const opened = rows.flatMap((row) => {
    const text = openedBy(secrets, row.sealed);
    return text === undefined ? [] : [{ ...row, again: secrets.seal(text) }];
  });
  await replaceSealed(db, place, opened);
  const last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  return { sealed: opened.length, unknown: rows.length - opened.length, last };
}

/** Gives the links of waiting emails to the key in use. */
async function moveLinks(
  tx: Db,
  secrets: Secrets,
  after: string,
): Promise<{ links: number; last: string | undefined }> {
  const ids = await waitingEmails(tx, { after, limit: batchSize, lock: true });
  const moving = await linksOfOthers(tx, secrets, ids);
  for (const { tokenHash, emailId } of moving) {
    await renameLink(tx, tokenHash, hashToken(secrets.linkTokenOf(emailId)));
  }
  return { links: moving.length, last: ids.length < batchSize ? undefined : ids.at(-1) };
}

async function linksOfOthers(
  db: Db,
  secrets: Secrets,
  emailIds: readonly string[],
): Promise<{ tokenHash: Buffer; emailId: string }[]> {
  const own = new Map(
    emailIds.flatMap((emailId) =>
      secrets
        .linkTokensOf(emailId)
        .filter((token) => token !== secrets.linkTokenOf(emailId))
        .map((token) => [hashToken(token).toString('hex'), emailId] as const),
    ),
  );
  const links = await unusedLinks(
    db,
    [...own.keys()].map((hex) => Buffer.from(hex, 'hex')),
  );
  return links.flatMap((tokenHash) => {
    const emailId = own.get(tokenHash.toString('hex'));
    return emailId === undefined ? [] : [{ tokenHash, emailId }];
  });
}

function openedBy({ open }: Secrets, sealed: string): string | undefined {
  try {
    return open(sealed);
  } catch {
    return undefined;
  }
}
