import type { Logger } from 'pino';

/**
 * Unreachable, cut off or refusing connections: classes 08, 53 and 57P of SQLSTATE, and errors of sockets. 08P01 is none
 * of them: a statement with too many parameters has it too.
 */
const awayCodes =
  /^(08\d{3}|53...|57P0[1-5]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|E(HOST|NET)UNREACH|ETIMEDOUT|EAI_AGAIN)$/;
/** Messages of pg and its pool that have no code. */
const awayWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

/** Whether a statement failed because the database was unreachable, not because of itself (GROWTH section 20). */
export function isDatabaseAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A missing socket of the embedded database, not a missing file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  // A pooler that lost its server says so by 08P01, and ends the connection.
  if (code === '08P01') return 'severity' in error && error.severity === 'FATAL';
  return code === '' ? awayWords.test(error.message) : awayCodes.test(code);
}

const quietMs = 10_000;

/** At most one line of the log in ten seconds: a thousand requests would log the same. */
export function databaseAwayLog(log: Pick<Logger, 'error'>): (error: Error) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - toldAt < quietMs) return;
    toldAt = performance.now();
    const code = 'code' in error ? ` (${String(error.code)})` : '';
    log.error(
      `the database is away: ${error.message}${code}; requests are answered with 503 until it is back`,
    );
  };
}
