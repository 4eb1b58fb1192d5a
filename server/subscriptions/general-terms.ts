import type { Db } from '#server/db/tables.ts';
import type { GeneralTerms } from './lifecycle/stored-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';

/** The terms of a client without terms of its own. */
export async function generalTerms(
  { settings, timeZone }: Pick<SubscriptionDeps, 'settings' | 'timeZone'>,
  tx: Db,
): Promise<GeneralTerms> {
  const known = await settings.getAll(
    ['term_without_payment_days', 'database_retention_days', 'reminder_days'],
    tx,
  );
  return {
    graceDays: known.term_without_payment_days,
    retentionDays: known.database_retention_days,
    reminderDays: known.reminder_days,
    timeZone,
  };
}
