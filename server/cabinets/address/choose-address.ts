import type { CabinetAddress } from '#contract/cabinets/cabinet-address.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { takeUses } from '#server/auth/rate-limit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import { requireCabinet } from '#server/cabinets/read-cabinet.ts';
import { isReserved, slugCandidate, slugOf } from '#server/cabinets/slug.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { putWanted, takenLabels, wantedLabel } from './wanted-address-store.ts';

type AddressDeps = Pick<CabinetDeps, 'db' | 'config'>;

/** As long as the link that confirms the registration works; then the name is free for others. */
const heldMs = 24 * 3_600_000;
/** An answer tells whether somebody has a name, so that names can't be asked for without end. */
const tries = { count: 30, seconds: 3600 };

/**
 * The address that a customer's cabinet will have (decision 208).
 * @throws AppError 409 `address_settled` once the cabinet has one.
 */
export async function readWantedAddress(deps: AddressDeps, caller: CustomerCaller): Promise<CabinetAddress> {
  return wantedAddress(deps, await unsettled(deps.db, caller.actor.id), caller.now);
}

/**
 * Stores the name that the customer has chosen. It is theirs for a day, or until the cabinet is made with it.
 * @throws AppError 422 at `label` when it is taken or not for customers; 409 `address_settled`
 */
export async function chooseAddress(
  deps: AddressDeps,
  caller: CustomerCaller,
  label: string,
): Promise<CabinetAddress> {
  const { db, config } = deps;
  const { actor, now } = caller;
  await takeUses(db, now, [{ key: `cabinet-address ${actor.id}`, limit: tries }]);
  const { domain } = config.cabinets;
  try {
    return await answered(db, caller, async (tx) => {
      const found = await unsettled(tx, actor.id, { lock: true });
      if (isReserved(label)) throw fieldError('label', 'validation.addressReserved');
      const since = heldSince(now);
      const taken = await takenLabels(tx, [label], { clientId: actor.id, domain, since });
      if (taken.has(label)) throw fieldError('label', 'validation.addressTaken');
      const before = await wantedLabel(tx, actor.id);
      await putWanted(tx, { client_id: actor.id, label, chosen_at: now }, { since });
      if (before !== label) {
        await auditClient(tx, caller, found.client, {
          action: 'client.choose_address',
          changes: [
            { field: 'domain', before: before ? `${before}.${domain}` : null, after: `${label}.${domain}` },
          ],
        });
      }
      return { label, domain, is_chosen: true };
    });
  } catch (error) {
    if (isUniqueViolation(error) && error.constraint.startsWith('wanted_addresses'))
      throw fieldError('label', 'validation.addressTaken');
    throw error;
  }
}

/** The names that a cabinet may get, the best first, without those that somebody else has chosen. */
export async function labelsFor(
  { config }: Pick<CabinetDeps, 'config'>,
  tx: Db,
  { client }: Pick<StoredCabinet, 'client'>,
  { now, random }: { now: Date; random: () => string },
): Promise<string[]> {
  const base = (await wantedLabel(tx, client.id)) ?? slugOf(client);
  const labels = Array.from({ length: 100 }, (_, attempt) => slugCandidate(base, attempt, random));
  const { domain } = config.cabinets;
  const taken = await takenLabels(tx, labels, { clientId: client.id, domain, since: heldSince(now) });
  return labels.filter((label) => !taken.has(label));
}

async function wantedAddress(deps: AddressDeps, found: StoredCabinet, now: Date): Promise<CabinetAddress> {
  const { db, config } = deps;
  const { domain } = config.cabinets;
  const chosen = await wantedLabel(db, found.client.id);
  if (chosen !== undefined) return { label: chosen, domain, is_chosen: true };
  const [label = slugOf(found.client)] = await labelsFor(deps, db, found, { now, random: () => 'x' });
  return { label, domain, is_chosen: false };
}

async function unsettled(tx: Db, clientId: string, options?: { lock: boolean }): Promise<StoredCabinet> {
  const found = await requireCabinet(tx, clientId, options);
  if (found.client.domain !== null || found.cabinet?.last_domain) throw new AppError('address_settled');
  return found;
}

function heldSince(now: Date): Date {
  return new Date(now.getTime() - heldMs);
}
