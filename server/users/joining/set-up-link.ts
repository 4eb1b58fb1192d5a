import { linkSeconds } from '#contract/accounts/auth.ts';
import { endSetUps, issueFirstLinks, newestSetUp, setUpOf } from '#server/auth/one-time-link-store.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { hashToken, type Secrets } from '#server/keys/secrets.ts';
import { hasJoinedUser } from '#server/users/user-store.ts';

interface SetUpDeps {
  db: Db;
  secrets: Pick<Secrets, 'linkTokenOf'>;
}

/** Processes started within this time count as started together. */
const sharedMs = 5 * 60_000;

/**
 * The token of the set-up link while nobody has joined (GROWTH section 20, "First start"). It is derived from the
 * time in its row, so processes that start together print the same one. A later start makes a new one.
 */
export function setUpToken({ db, secrets }: SetUpDeps, now: Date): Promise<string | undefined> {
  const tokenOf = (madeAt: Date) => secrets.linkTokenOf(`setup ${madeAt.toISOString()}`);
  return db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'users');
    if (await hasJoinedUser(tx)) return undefined;
    const newest = await newestSetUp(tx);
    const ageMs = newest ? now.getTime() - newest.created_at.getTime() : Number.NaN;
    if (newest && Math.abs(ageMs) < sharedMs && newest.expires_at > now && newest.used_at === null) {
      const token = tokenOf(newest.created_at);
      // Differs under another SECRET_KEY.
      if (hashToken(token).equals(newest.token_hash)) return token;
    }
    await endSetUps(tx, now);
    const token = tokenOf(now);
    const seconds = linkSeconds.setup;
    await issueFirstLinks(tx, [{ token, purpose: 'setup', accountId: null, email: null, now, seconds }]);
    return token;
  });
}

/** Whether this was a set-up link that has been replaced by a newer one. */
export async function isReplacedSetUp(db: Db, token: string): Promise<boolean> {
  const newest = await newestSetUp(db);
  if (!newest || hashToken(token).equals(newest.token_hash)) return false;
  const asked = await setUpOf(db, token);
  return asked?.used_at === null && !(await hasJoinedUser(db));
}
