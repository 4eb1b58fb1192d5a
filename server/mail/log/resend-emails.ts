import { emailList, emailStateOf, type ResentEmails } from '#contract/entities/email.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { idsOfQuery, type ListDeps } from '#server/lists/list-reply.ts';
import { emailSource, failedAmong } from '#server/mail/mail-store.ts';
import { requireEmail } from './read-email.ts';
import { type ResendDeps, sendAgain } from './resend-email.ts';

interface ManyDeps extends ResendDeps {
  lists: Pick<ListDeps, 'specFor'>;
}

/** So that a mail server that has just come back is not asked for everything at once. */
const perMinute = 100;

/**
 * Sends again what a query of the email log finds, of that all failed ones that nobody has dealt with, oldest first
 * and no more than a fixed number a minute. Each is a transaction of its own; asked twice it finds nothing more to
 * send.
 */
export async function resendEmails(
  deps: ManyDeps,
  caller: Caller,
  { query, max, progress = () => undefined }: Asked,
): Promise<ResentEmails> {
  const list = { spec: emailList, source: () => emailSource };
  const found = await idsOfQuery(deps, list, caller, { query, max });
  const failed = await failedAmong(deps.db, found);
  const refused = new Map<string, number>();
  let resent = 0;
  for (const [index, id] of failed.entries()) {
    progress(index, failed.length);
    const code = await resendOne(deps, caller, id, Math.floor(resent / perMinute) * 60);
    if (code === null) resent += 1;
    else refused.set(code, (refused.get(code) ?? 0) + 1);
  }
  return {
    found: found.length,
    resent,
    refused: [...refused].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count),
  };
}

interface Asked {
  query: string;
  /** A query that finds more is refused. */
  max: number;
  progress?(done: number, total: number): void;
}

/** Why it makes no sense any more, or null once it is sent. */
function resendOne(deps: ManyDeps, caller: Caller, id: string, afterSeconds: number): Promise<string | null> {
  return deps.db
    .transaction()
    .execute(async (tx) => {
      const email = await requireEmail({ db: tx }, id, { lock: true });
      // Somebody was faster.
      if (emailStateOf(email) !== 'failed') return 'mail_not_failed';
      await sendAgain({ ...deps, db: tx }, caller, id, afterSeconds > 0 ? { afterSeconds } : {});
      return null;
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status < 500) return error.code;
      throw error;
    });
}
