import { domainToUnicode } from 'node:url';
import type { OwnDomainReason } from '#contract/cabinets/own-domain.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { alone, findCabinet, type StoredCabinet, updateCabinet } from '#server/cabinets/cabinet-store.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import { operationOf } from '#server/cabinets/drivers/operation-id.ts';
import type { Db, OwnDomainRow } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { OwnDomainDeps } from './own-domain-deps.ts';
import { givenUpAt, lostAt, nextCheckAt, wrongWith } from './own-domain-rule.ts';
import { dueDomains, isUsedByAnother, ownDomainOf, updateOwnDomain, useDomain } from './own-domain-store.ts';
import { proofName } from './read-own-domain.ts';

/** The most that a run looks at; the next begins a minute later. */
const atOnce = 500;

/** Gives jobs to the domains that are due, also those whose job was lost. */
export async function checkDueDomains(
  { db, queue }: Pick<OwnDomainDeps, 'db' | 'queue'>,
  now: Date,
): Promise<void> {
  const due = await dueDomains(db, now, atOnce);
  const jobs = due.map((clientId) => ({ clientId }));
  await queue.enqueueAll(db, 'check-own-domain', jobs);
}

/**
 * Looks at a client's own domain and does what follows: its cabinet is told, links use it once it answers, or it is
 * given up (decision 212). Done twice, or after a crash at any point, it leads to the same.
 */
export async function checkOwnDomain(deps: OwnDomainDeps, clientId: string, now: Date): Promise<void> {
  const { db } = deps;
  const row = await ownDomainOf(db, clientId);
  const found = await findCabinet(db, clientId);
  if (!found) return;
  const isWanted = row !== undefined && row.state !== 'failed' && found.client.deleted_at === null;
  if (found.cabinet?.told_domain && (!isWanted || row.domain !== found.cabinet.told_domain)) {
    await tell(deps, clientId, null);
  }
  const target = found.client.domain;
  if (!isWanted || target === null || found.client.cabinet_status !== 'active') return;
  // Whatever happens now, the next look comes.
  const { state, asked_at: askedAt } = row;
  if (state === 'failed') return;
  const soon = nextCheckAt({ state: 'pending', askedAt: now }, { now, isTroubled: false });
  await updateOwnDomain(db, row, { next_check_at: soon });
  const look = await deps.nameServers.look({
    domain: row.domain,
    proofName: proofName(row.domain),
    proof: row.token,
    target,
  });
  const wrong = wrongWith(look, { isProved: row.proved_at !== null }) ?? (await connect(deps, row, now));
  const isTroubled = wrong !== undefined;
  const next = nextCheckAt({ state, askedAt }, { now, isTroubled });
  const seen = { reason: wrong ?? null, checked_at: now, next_check_at: next };
  if (!wrong)
    return activate(deps, row, now, {
      ...seen,
      next_check_at: nextCheckAt({ state: 'active', askedAt }, { now, isTroubled }),
    });
  const since = row.troubled_since ?? now;
  const isOver = now >= (state === 'pending' ? givenUpAt(askedAt) : lostAt(since, wrong));
  if (isOver) return giveUp(deps, row, now, wrong);
  await updateOwnDomain(db, row, { ...seen, ...(state === 'active' && { troubled_since: since }) });
}

/** The records are right: tells the cabinet, and sees whether it answers there. The reason while it doesn't. */
async function connect(
  deps: OwnDomainDeps,
  row: OwnDomainRow,
  now: Date,
): Promise<OwnDomainReason | undefined> {
  const { db, drivers } = deps;
  const { client_id: clientId, domain } = row;
  if (await isUsedByAnother(db, domain, clientId)) return 'taken';
  // From here a proxy may get a certificate.
  if (row.proved_at === null) await updateOwnDomain(db, row, { proved_at: now });
  const told = await tell(deps, clientId, domain);
  // A host that is away now is no fault of the domain.
  if (row.state === 'active') return undefined;
  if (told !== 'done') return told;
  const found = await findCabinet(db, clientId);
  const url = deps.urlOf(domain);
  if (!found?.cabinet || !url) return 'connecting';
  // At the place that the cabinet's own address leads to, wherever the customer's name leads in this moment.
  const probed = await drivers.of(found.cabinet.driver).probe(identityOf(deps, found), url);
  return probed.answered && probed.status < 400 ? undefined : 'not_answering';
}

/** Tells the driver under which domain of the customer's own the cabinet answers. */
async function tell(
  deps: OwnDomainDeps,
  clientId: string,
  domain: string | null,
): Promise<'done' | OwnDomainReason> {
  const told = await alone(deps.db, clientId, async (connection) => {
    const found = await findCabinet(connection, clientId);
    if (!found?.cabinet || found.cabinet.task !== null) return 'connecting';
    if (!['active', 'suspended'].includes(found.client.cabinet_status)) return 'connecting';
    const result = await serve(deps, found, domain);
    const { told_domain: before } = found.cabinet;
    // What a driver without this can't do, it has not done either.
    const isDone = result === 'done' || (result === 'unsupported' && domain === null);
    if (isDone && before !== domain) {
      await updateCabinet(connection, clientId, { told_domain: domain, told_at: deps.clock.now() });
    }
    return result;
  });
  // Somebody else is at the cabinet.
  return told ?? 'connecting';
}

async function serve(
  deps: OwnDomainDeps,
  found: StoredCabinet,
  domain: string | null,
): Promise<'done' | OwnDomainReason> {
  const { drivers, log } = deps;
  const cabinet = { ...identityOf(deps, found), ownDomain: domain };
  // The same over all tries, and another one after each change.
  const { told_at: since } = found.cabinet ?? {};
  const operation = {
    id: operationOf(`domain ${cabinet.clientId} ${domain ?? ''} ${since?.toISOString() ?? ''}`),
  };
  try {
    const driver = drivers.of(found.cabinet?.driver ?? drivers.current);
    if (!driver.serveDomain) return 'unsupported';
    const { state } = await driver.serveDomain(cabinet, operation);
    return state === 'done' ? 'done' : 'connecting';
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const { reason, detail, ended } = error;
    log.warn({ clientId: cabinet.clientId, domain, reason, detail }, 'the cabinet was not told of a domain');
    return reason === 'rejected' || (reason === 'failed' && ended) ? 'unsupported' : 'connecting';
  }
}

async function activate(
  { db, mail, urlOf, defaultLocale }: OwnDomainDeps,
  row: OwnDomainRow,
  now: Date,
  seen: Pick<OwnDomainRow, 'reason' | 'checked_at' | 'next_check_at'>,
): Promise<void> {
  const { client_id: clientId, domain } = row;
  try {
    await db.transaction().execute(async (tx) => {
      const found = await findCabinet(tx, clientId, { lock: true });
      if (!found || found.client.deleted_at || found.client.cabinet_status !== 'active') return;
      const active = {
        ...seen,
        state: 'active' as const,
        troubled_since: null,
        active_at: row.active_at ?? now,
      };
      if (!(await updateOwnDomain(tx, row, active))) return;
      if (found.client.own_domain === domain) return;
      await useDomain(tx, clientId, domain);
      const { client } = found;
      await auditClient(tx, systemCaller(now, defaultLocale), client, {
        action: 'cabinet.domain_active',
        changes: [{ field: 'own_domain', before: null, after: domain }],
      });
      await mail.write(tx, now, {
        kind: 'domain_active',
        to: client.email,
        locale: client.locale,
        data: { name: client.name, domain: domainToUnicode(domain), cabinet_url: urlOf(domain) },
        reason: 'domain_active',
        clientId,
      });
    });
  } catch (error) {
    // Another client was a moment faster.
    if (!isUniqueViolation(error)) throw error;
    await updateOwnDomain(db, row, { ...seen, reason: 'taken' });
  }
}

/** Nobody looks any more, links use the platform's address again, and the customer is told why. */
async function giveUp(
  deps: OwnDomainDeps,
  row: OwnDomainRow,
  now: Date,
  reason: OwnDomainReason,
): Promise<void> {
  const { client_id: clientId, domain } = row;
  const given = await deps.db.transaction().execute(async (tx) => {
    const found = await findCabinet(tx, clientId, { lock: true });
    if (!found) return false;
    const failed = { state: 'failed' as const, reason, checked_at: now, next_check_at: null };
    const none = { active_at: null, proved_at: null, troubled_since: null };
    if (!(await updateOwnDomain(tx, row, { ...failed, ...none }))) return false;
    await useDomain(tx, clientId, null);
    await writeGivenUp(deps, tx, now, { found, domain, reason });
    return true;
  });
  if (given) await tell(deps, clientId, null);
}

async function writeGivenUp(
  { mail, urlOf, defaultLocale }: OwnDomainDeps,
  tx: Db,
  now: Date,
  { found: { client }, domain, reason }: { found: StoredCabinet; domain: string; reason: OwnDomainReason },
): Promise<void> {
  await auditClient(tx, systemCaller(now, defaultLocale), client, {
    action: 'cabinet.domain_failed',
    changes: [
      { field: 'own_domain', before: domain, after: null },
      { field: 'reason', before: null, after: reason },
    ],
  });
  await mail.write(tx, now, {
    kind: 'domain_failed',
    to: client.email,
    locale: client.locale,
    data: {
      name: client.name,
      domain: domainToUnicode(domain),
      why: reason,
      cabinet_url: urlOf(client.domain),
    },
    reason: 'domain_failed',
    clientId: client.id,
  });
}
