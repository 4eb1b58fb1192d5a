import type { StaffSignIn } from '#contract/clients/customer.ts';
import { signInsAsClient } from '#server/audit-log/audit-store.ts';
import { shownSignIns } from '#server/cabinet-sessions/sign-in-store.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** Sign-ins to the cabinet, active or ended. */
export function readCabinetSignIns({ db }: CustomerDeps, { actor, now }: CustomerCaller) {
  return shownSignIns(db, { clientId: actor.id, personId: actor.person.id, sessionId: actor.sessionId, now });
}

const mostShown = 50;

/** When staff signed in to the cabinet as the customer, latest first. */
export async function readStaffSignIns(
  { db }: CustomerDeps,
  { actor }: CustomerCaller,
): Promise<StaffSignIn[]> {
  const rows = await signInsAsClient(db, actor.id, mostShown);
  return rows.map(({ id, at, actor_name, changes }) => {
    const said = (field: string) => changes.find((change) => change.field === field)?.after;
    const reason = said('reason');
    return {
      id,
      at: at.toISOString(),
      by: actor_name,
      reason: typeof reason === 'string' ? reason : null,
      read_only: said('read_only') === true,
    };
  });
}
