import { sql } from 'kysely';
import type { Account } from '#server/auth/end-access.ts';
import type { AccountKind, Db, PasskeyRow } from '#server/db/tables.ts';
import { hashToken } from '#server/keys/secrets.ts';

/** SQL for passkeys, those of staff and those of customers' persons, and for their challenges. */
const tables = {
  staff: { passkeys: 'user_passkeys', owner: 'user_id' },
  customer: { passkeys: 'person_passkeys', owner: 'person_id' },
} as const satisfies Record<AccountKind, object>;

function of(kind: AccountKind) {
  const { passkeys, owner } = tables[kind];
  return { passkeys: sql.table(passkeys), owner: sql.ref(owner) };
}

/** The newest first. */
export async function passkeysOf(db: Db, { kind, id }: Account): Promise<PasskeyRow[]> {
  const { passkeys, owner } = of(kind);
  const { rows } = await sql<PasskeyRow>`
    select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from ${passkeys} where ${owner} = ${id} order by created_at desc, id desc`.execute(db);
  return rows;
}

/** False when the credential is known already, of whatever account. */
export async function insertPasskey(tx: Db, { kind, id }: Account, row: PasskeyRow): Promise<boolean> {
  const { passkeys, owner } = of(kind);
  const { numAffectedRows } = await sql`
    insert into ${passkeys}
      (id, ${owner}, credential_id, public_key, counter, transports, name, created_at, last_used_at)
    values (${row.id}, ${id}, ${row.credential_id}, ${row.public_key}, ${row.counter},
      ${row.transports}::text[], ${row.name}, ${row.created_at}, ${row.last_used_at})
    on conflict (credential_id) do nothing`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The owner of the passkey with this credential. */
export async function ownerOfCredential(
  db: Db,
  kind: AccountKind,
  credentialId: string,
): Promise<string | undefined> {
  const { passkeys, owner } = of(kind);
  const { rows } = await sql<{ owner: string }>`
    select ${owner} as owner from ${passkeys} where credential_id = ${credentialId}`.execute(db);
  return rows[0]?.owner;
}

export async function passkeyByCredential(
  tx: Db,
  { kind, id }: Account,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return (await passkeysOf(tx, { kind, id })).find(({ credential_id }) => credential_id === credentialId);
}

export async function notePasskeyUsed(
  tx: Db,
  kind: AccountKind,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<void> {
  await sql`update ${of(kind).passkeys} set counter = ${counter}, last_used_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

export async function deletePasskey(tx: Db, kind: AccountKind, id: string): Promise<void> {
  await sql`delete from ${of(kind).passkeys} where id = ${id}`.execute(tx);
}

interface Challenge {
  challenge: string;
  kind: AccountKind;
  /** The session that makes a passkey; null for a sign-in or a proof. */
  sessionId: string | null;
}

export async function storeChallenge(
  db: Db,
  { challenge, kind, sessionId, expiresAt }: Challenge & { expiresAt: Date },
): Promise<void> {
  const row = { challenge_hash: hashToken(challenge), kind, session_id: sessionId, expires_at: expiresAt };
  await db.insertInto('passkey_challenges').values(row).execute();
}

/** Uses a challenge up, right answer or not. Of two calls at once only one gets it. */
export async function takeChallenge(
  db: Db,
  { challenge, kind, sessionId, now }: Challenge & { now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('kind', '=', kind)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}
