import { sql } from 'kysely';
import type { Account } from '#server/auth/end-access.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';

/** SQL for second factors, those of staff and those of customers' persons. */
const tables = {
  staff: { secrets: 'two_factor_secrets', codes: 'recovery_codes', owner: 'user_id' },
  customer: { secrets: 'person_two_factor_secrets', codes: 'person_recovery_codes', owner: 'person_id' },
} as const satisfies Record<AccountKind, object>;

function of({ kind }: Account) {
  const { secrets, codes, owner } = tables[kind];
  return { secrets: sql.table(secrets), codes: sql.table(codes), owner: sql.ref(owner) };
}

export async function storeSecret(
  tx: Db,
  account: Account,
  { sealed, now }: { sealed: string; now: Date },
): Promise<void> {
  const { secrets, owner } = of(account);
  await sql`
    insert into ${secrets} (${owner}, secret_sealed, created_at) values (${account.id}, ${sealed}, ${now})
    on conflict (${owner}) do update
      set secret_sealed = excluded.secret_sealed, last_step = null, created_at = excluded.created_at`.execute(
    tx,
  );
}

export async function sealedSecretOf(db: Db, account: Account): Promise<string | undefined> {
  const { secrets, owner } = of(account);
  const { rows } = await sql<{ secret_sealed: string }>`
    select secret_sealed from ${secrets} where ${owner} = ${account.id}`.execute(db);
  return rows[0]?.secret_sealed;
}

/** Uses a time step up; false when it or a later one was used before. Of two at once only one gets it. */
export async function takeStep(tx: Db, account: Account, step: number): Promise<boolean> {
  const { secrets, owner } = of(account);
  const { numAffectedRows } = await sql`
    update ${secrets} set last_step = ${step}
    where ${owner} = ${account.id} and (last_step is null or last_step < ${step})`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Replaces the recovery codes of an account. */
export async function storeRecoveryCodes(
  tx: Db,
  account: Account,
  { hashes, now }: { hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  const { codes, owner } = of(account);
  await sql`delete from ${codes} where ${owner} = ${account.id}`.execute(tx);
  await sql`
    insert into ${codes} (${owner}, code_hash, created_at)
    select ${account.id}, hash, ${now} from unnest(${[...hashes]}::bytea[]) as hash`.execute(tx);
}

/** Uses up a recovery code; false when there is no such code. Of two calls at once only one gets it. */
export async function takeRecoveryCode(tx: Db, account: Account, hash: Buffer): Promise<boolean> {
  const { codes, owner } = of(account);
  const { numAffectedRows } = await sql`
    delete from ${codes} where ${owner} = ${account.id} and code_hash = ${hash}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function countRecoveryCodes(db: Db, account: Account): Promise<number> {
  const { codes, owner } = of(account);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${codes} where ${owner} = ${account.id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes the secret and the recovery codes. */
export async function deleteSecondFactor(tx: Db, account: Account): Promise<void> {
  const { secrets, codes, owner } = of(account);
  await sql`delete from ${codes} where ${owner} = ${account.id}`.execute(tx);
  await sql`delete from ${secrets} where ${owner} = ${account.id}`.execute(tx);
}
