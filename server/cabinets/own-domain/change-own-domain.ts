import type { OwnDomain } from '#contract/cabinets/own-domain.ts';
import { type AuditEntryInput, auditClient } from '#server/audit-log/audit-store.ts';
import { takeUses } from '#server/auth/rate-limit-store.ts';
import type { StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import { requireCabinet } from '#server/cabinets/read-cabinet.ts';
import { answered, type Say } from '#server/db/answered.ts';
import type { Db, OwnDomainRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller, CustomerCaller } from '#server/kernel/caller.ts';
import { newToken } from '#server/keys/secrets.ts';
import type { OwnDomainDeps } from './own-domain-deps.ts';
import { refusedName } from './own-domain-rule.ts';
import {
  deleteOwnDomain,
  ownDomainOf,
  putOwnDomain,
  updateOwnDomain,
  useDomain,
} from './own-domain-store.ts';
import { readOwnDomain } from './read-own-domain.ts';

type ChangeDeps = Pick<OwnDomainDeps, 'db' | 'queue' | 'config'>;

/** Each makes the platform ask name servers of the customer's choice. */
const changes = { count: 20, seconds: 3600 };
const checks = { count: 6, seconds: 60 };

/**
 * Asks for a domain of the customer's own, instead of an earlier one. It is used once its records are right
 * (decision 212); the same one again goes on where it is.
 * @throws AppError 422 at `domain`; 409 `cabinet_not_active`
 */
export async function askForDomain(
  { db, queue, config }: ChangeDeps,
  caller: CustomerCaller,
  domain: string,
): Promise<OwnDomain> {
  const { actor, now, locale } = caller;
  const { cabinets, publicUrl } = config;
  await takeUses(db, now, [{ key: `own-domain ${actor.id}`, limit: changes }]);
  const names = { cabinetDomain: cabinets.domain, publicHost: new URL(publicUrl).hostname };
  const refusal = refusedName(domain, names);
  if (refusal) throw fieldError('domain', `validation.${refusal}`);
  return answered(db, caller, async (tx) => {
    const found = await requireCabinet(tx, actor.id, { lock: true });
    if (found.client.cabinet_status !== 'active') throw new AppError('cabinet_not_active');
    const before = await ownDomainOf(tx, actor.id, { lock: true });
    if (before?.domain !== domain || before.state === 'failed') {
      await useDomain(tx, actor.id, null);
      await putOwnDomain(tx, newRow({ clientId: actor.id, domain, now, before }));
      await audit(tx, caller, found, { action: 'client.own_domain', before: before?.domain, after: domain });
    }
    await queue.enqueue(tx, 'check-own-domain', { clientId: actor.id });
    return readOwnDomain(tx, actor.id, locale);
  });
}

/** Looks at the records now. A domain that was given up is tried again. */
export async function checkNow(
  { db, queue }: Pick<ChangeDeps, 'db' | 'queue'>,
  caller: CustomerCaller,
): Promise<OwnDomain> {
  const { actor, now, locale } = caller;
  await takeUses(db, now, [{ key: `own-domain-check ${actor.id}`, limit: checks }]);
  return answered(db, caller, async (tx) => {
    const found = await requireCabinet(tx, actor.id, { lock: true });
    const row = await ownDomainOf(tx, actor.id, { lock: true });
    if (!row) throw new AppError('not_found');
    if (found.client.cabinet_status !== 'active') throw new AppError('cabinet_not_active');
    const again = { state: 'pending' as const, reason: null, asked_at: now, next_check_at: now };
    await updateOwnDomain(tx, row, row.state === 'failed' ? again : { next_check_at: now });
    await queue.enqueue(tx, 'check-own-domain', { clientId: actor.id });
    return readOwnDomain(tx, actor.id, locale);
  });
}

/** Takes a client's own domain away: its links lead to the platform's address at once. Twice is the same. */
export function removeDomain<Answer>(
  { db, queue }: Pick<ChangeDeps, 'db' | 'queue'>,
  caller: Caller,
  clientId: string,
  say: Say<Answer>,
): Promise<Answer> {
  return answered(db, caller, async (tx) => {
    const found = await requireCabinet(tx, clientId, { lock: true });
    const row = await ownDomainOf(tx, clientId, { lock: true });
    if (row) {
      await useDomain(tx, clientId, null);
      await deleteOwnDomain(tx, clientId);
      await audit(tx, caller, found, { action: 'client.own_domain_removed', before: row.domain });
      await queue.enqueue(tx, 'check-own-domain', { clientId });
    }
    return say(tx);
  });
}

function newRow({
  clientId,
  domain,
  now,
  before,
}: {
  clientId: string;
  domain: string;
  now: Date;
  before: OwnDomainRow | undefined;
}): OwnDomainRow {
  return {
    client_id: clientId,
    domain,
    // A record that is set already stays right.
    token: before?.domain === domain ? before.token : newToken(),
    state: 'pending',
    reason: null,
    asked_at: now,
    checked_at: null,
    proved_at: null,
    active_at: null,
    troubled_since: null,
    next_check_at: now,
  };
}

function audit(
  tx: Db,
  caller: Caller,
  { client }: StoredCabinet,
  {
    action,
    before = null,
    after = null,
  }: Pick<AuditEntryInput, 'action'> & {
    before?: string | null | undefined;
    after?: string | null;
  },
): Promise<void> {
  return auditClient(tx, caller, client, { action, changes: [{ field: 'own_domain', before, after }] });
}
