import { type Kysely, sql } from 'kysely';

/** Limits for a database session, in milliseconds; 0: no limit. */
export interface SessionTimeouts {
  statement: number;
  lock: number;
  idleInTransaction: number;
}

/**
 * For requests and jobs. A browser gives up after 30 s, and a batch of the billing run takes a few seconds. What
 * takes longer is stuck and would keep a connection and its locks (GROWTH section 15; docs/operators-guide.md).
 */
export const usualTimeouts: SessionTimeouts = { statement: 60_000, lock: 30_000, idleInTransaction: 60_000 };

/** For files: a COPY takes as long as its reader, which `reader-watch.ts` limits. */
export const exportTimeouts: SessionTimeouts = { ...usualTimeouts, statement: 0, idleInTransaction: 0 };

/** For a restore, which fills whole tables and builds their indexes. */
export const noTimeouts: SessionTimeouts = { statement: 0, lock: 0, idleInTransaction: 0 };

/** The same as statements, for a session, or for its transaction alone. */
export function timeoutStatements(timeouts: SessionTimeouts, { local = false } = {}): string {
  const set = local ? 'set local' : 'set';
  return [
    `${set} statement_timeout = ${timeouts.statement}`,
    `${set} lock_timeout = ${timeouts.lock}`,
    `${set} idle_in_transaction_session_timeout = ${timeouts.idleInTransaction}`,
  ].join('; ');
}

/** Runs work that may take hours, such as a migration of a large table; afterwards the session has its limits again. */
export async function withoutTimeouts<Schema, Result>(
  session: Kysely<Schema>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ statement: string; lock: string; idle: string }>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(session);
  await sql.raw(timeoutStatements(noTimeouts)).execute(session);
  try {
    return await work();
  } finally {
    const { statement = '0', lock = '0', idle = '0' } = rows[0] ?? {};
    // A session that is lost takes its settings with it.
    await sql`select set_config('statement_timeout', ${statement}, false),
      set_config('lock_timeout', ${lock}, false),
      set_config('idle_in_transaction_session_timeout', ${idle}, false)`
      .execute(session)
      .catch(() => undefined);
  }
}

/** The same for one transaction. */
export async function liftTimeouts<Schema>(tx: Kysely<Schema>): Promise<void> {
  await sql.raw(timeoutStatements(noTimeouts, { local: true })).execute(tx);
}
