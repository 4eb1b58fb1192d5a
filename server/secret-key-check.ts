import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './db/tables.ts';
import { createSecrets } from './secrets.ts';

/**
 * Whether a key is the one with which a database was used: nobody else's opens the cabinets' secrets and two-factor
 * logins, or makes the links of mails that still wait.
 */
export type KeyVerdict =
  | 'fits'
  /** Nothing hangs on a key yet: any may be used from now on. */
  | 'free'
  /** There is no key, and something hangs on one. */
  | 'missing'
  | 'other';

/** A row beside the settings, which nobody sees or changes; it comes and goes with the database. */
const rowName = 'secret_key_fingerprint';
/** Looked at when the newest can't be opened: whoever lost the key once has gone on with another. */
const sealedAtMost = 10_000;

/** Judges a key by what the database remembers of its own, else by what was sealed. */
export async function keyVerdict(db: Kysely<Tables>, secretKey: string | undefined): Promise<KeyVerdict> {
  const remembered = await rememberedFingerprint(db);
  if (secretKey !== undefined && remembered !== undefined) {
    if (remembered === createSecrets(secretKey).fingerprint) return 'fits';
    return (await hangsOnKey(db)) ? 'other' : 'free';
  }
  if (!(await hangsOnKey(db))) return 'free';
  if (secretKey === undefined) return 'missing';
  return (await opensAny(db, secretKey)) ? 'fits' : 'other';
}

/** From now on this is the database's key. */
export async function rememberKey(db: Kysely<Tables>, secretKey: string, now: Date): Promise<void> {
  const fingerprint = createSecrets(secretKey).fingerprint;
  if ((await rememberedFingerprint(db)) === fingerprint) return;
  const row = { value: JSON.stringify(fingerprint), updated_at: now };
  await db
    .insertInto('settings')
    .values({ id: randomUUID(), key: rowName, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

async function rememberedFingerprint(db: Kysely<Tables>): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', rowName).executeTakeFirst();
  return row?.value;
}

async function hangsOnKey(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ hangs: boolean }>`
    select exists(select from cabinets) or exists(select from two_factor_secrets)
      or exists(select from emails where status = 'queued' and data ? 'link_seconds') as hangs`.execute(db);
  return rows[0]?.hangs ?? false;
}

/** Mails alone tell nothing: a link that is void is as unknown as one of another key. */
async function opensAny(db: Kysely<Tables>, secretKey: string): Promise<boolean> {
  const { rows } = await sql<{ sealed: string }>`
    (select secret_sealed as sealed from cabinets order by started_at desc limit ${sealedAtMost})
    union all (select secret_sealed from two_factor_secrets limit ${sealedAtMost})`.execute(db);
  const { open } = createSecrets(secretKey);
  return rows.length === 0 || rows.some(({ sealed }) => opens(open, sealed));
}

function opens(open: (sealed: string) => string, sealed: string): boolean {
  try {
    open(sealed);
    return true;
  } catch {
    return false;
  }
}
