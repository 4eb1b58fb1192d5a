import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';

/** What a login checks of an account, as far as its kind has these fields. */
export interface Judged {
  id: string;
  email_key: string;
  password_hash: string | null;
  deleted_at: Date | null;
  two_factor_at?: Date | null;
  joined_at?: Date | null;
  status?: string;
  blocked_from?: string | null;
}

const judgedBy = [
  'email_key',
  'password_hash',
  'deleted_at',
  'two_factor_at',
  'joined_at',
  'status',
  'blocked_from',
] as const;

/** Whether what was checked of an account still holds. */
export function isAsJudged(judged: Judged, now: Judged): boolean {
  return judgedBy.every((name) => String(valueOf(judged[name])) === String(valueOf(now[name])));
}

function valueOf(value: string | Date | null | undefined): string | number | null {
  return value instanceof Date ? value.getTime() : (value ?? null);
}

const judgedAtMost = 3;

/**
 * Opens a session or challenge for the right password. Checking a password takes a while, and the account may change
 * meanwhile: so its row is locked and read again before anything is opened, and judged again if it differs (GROWTH
 * section 15, finding 3 of the security review). Undefined: it was refused.
 */
export async function judgedLogin<Account extends Judged, Result>(
  db: Db,
  steps: {
    judge(): Promise<Account | undefined>;
    lock(tx: Db, id: string): Promise<Account | undefined>;
    open(tx: Db, account: Account): Promise<Result>;
  },
): Promise<Result | undefined> {
  for (let times = 0; times < judgedAtMost; times += 1) {
    const judged = await steps.judge();
    if (!judged) return undefined;
    const opened = await db.transaction().execute(async (tx) => {
      const account = await steps.lock(tx, judged.id);
      if (!account || !isAsJudged(judged, account)) return undefined;
      return { result: await steps.open(tx, account) };
    });
    if (opened) return opened.result;
  }
  throw new AppError('busy', { retryAfter: 1 });
}
