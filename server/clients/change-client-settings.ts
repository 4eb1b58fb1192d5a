import type { ClientSettings, ClientSettingsInput } from '#contract/clients/client-settings.ts';
import { clientSubject } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { changeOwnTerms } from '#server/subscriptions/change-terms.ts';
import { freePeriodOf, moveFreePeriod } from '#server/subscriptions/start-free-period.ts';
import type { ClientDeps } from './client-deps.ts';
import { clientById, updateClient } from './client-store.ts';
import { requireClient } from './require-client.ts';

/** One client's own cabinet times, with the general ones and those in effect. */
export async function readClientSettings(deps: ClientDeps, id: string): Promise<ClientSettings> {
  const client = await clientById(deps.db, id);
  if (!client) throw new AppError('not_found');
  return settingsOf(deps, client);
}

/** Changes them. A client's own free period moves the end of a running one. */
export function changeClientSettings(
  deps: ClientDeps,
  caller: StaffCaller,
  id: string,
  input: ClientSettingsInput,
): Promise<ClientSettings> {
  const { subscriptions } = deps;
  const { now } = caller;
  return answered(deps.db, caller, async (tx) => {
    const before = await requireClient(tx, id);
    const after = await changeRow(tx, caller, {
      before,
      merge: () => ({ ...before, ...input }),
      async write({ updated_at, free_period_days }) {
        const change = () => updateClient(tx, id, { ...input, updated_at });
        await changeOwnTerms(subscriptions, tx, { id, now }, change);
        if (free_period_days !== before.free_period_days) await moveFreePeriod(subscriptions, tx, id, now);
      },
      entry: (row) => ({ action: 'client.settings', ...clientSubject(row) }),
    });
    return settingsOf(deps, after, tx);
  });
}

async function settingsOf(
  { db, settings, subscriptions }: ClientDeps,
  { id, free_period_days, term_without_payment_days, database_retention_days }: ClientRow,
  on = db,
): Promise<ClientSettings> {
  const general = {
    free_period_days: await settings.get('free_period_days', on),
    term_without_payment_days: await settings.get('term_without_payment_days', on),
    database_retention_days: await settings.get('database_retention_days', on),
  };
  return {
    free_period_days,
    term_without_payment_days,
    database_retention_days,
    general,
    effective: {
      free_period_days: (await freePeriodOf(subscriptions, on, id)).days,
      term_without_payment_days: term_without_payment_days ?? general.term_without_payment_days,
      database_retention_days: database_retention_days ?? general.database_retention_days,
    },
  };
}
