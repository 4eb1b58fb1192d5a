import type { SecurityEvent } from '#contract/panel/audit.ts';
import { browserOf } from '#contract/accounts/browser-name.ts';
import type { Db } from '#server/db/tables.ts';
import type { Actor, Caller } from '#server/kernel/caller.ts';
import { auditChanges } from './audit-changes.ts';
import { countAttempt, isBounded } from './security-event-bounds.ts';
import { type AuditActor, type AuditEntryInput, writeAudit } from './audit-store.ts';

export interface SecurityAccount {
  kind: 'staff' | 'customer';
  id: string;
  name: string;
}

export interface SecurityEventInput {
  event: SecurityEvent;
  /** Whose door it was; null when nobody has what was tried. */
  account: SecurityAccount | null;
  /** What it was about, where that isn't the account. */
  subject?: AuditEntryInput['subject'];
  /** The client whom it concerns, where that isn't the account. */
  clientId?: string | null;
  /** What else there is to say, by field; never a secret, never a whole e-mail address of somebody unknown. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes what happened at a door (GROWTH section 15, "Security events"): in the transaction of what it tells of, or,
 * of something refused, outside of the one that is rolled back.
 */
export async function writeSecurityEvent(
  tx: Db,
  caller: Caller,
  { event, account, subject, clientId, details = {} }: SecurityEventInput,
): Promise<void> {
  if (caller.trace && account) caller.trace.accountId = account.id;
  const attempts = isBounded(event) ? await countAttempt(tx, caller, event, account) : 0;
  if (attempts === undefined) return;
  const said = attempts > 1 ? { ...details, attempts } : details;
  await writeAudit(
    tx,
    { ...caller, actor: actorOf(caller.actor, event, account) },
    {
      kind: 'security',
      action: `security.${event}`,
      subject: subject ?? subjectOf(account),
      clientId: clientId ?? (account?.kind === 'customer' ? account.id : null),
      personId: account?.id ?? null,
      device: deviceOf(caller.userAgent),
      changes: auditChanges({}, said),
    },
  );
}

/** The browser by its name, else what it says of itself, in one short line; null when it says nothing. */
export function deviceOf(userAgent: string | null): string | null {
  return (
    browserOf(userAgent) ??
    (userAgent
      ?.replace(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, deviceLength) ||
      null)
  );
}

const deviceLength = 120;

/** Events that only the account itself can cause, though its session begins or ends with them. */
const ownActs: readonly SecurityEvent[] = ['login', 'logout', 'address_changed', 'ticket_used'];

function actorOf(actor: Actor, event: SecurityEvent, account: SecurityAccount | null): AuditActor {
  if (actor.kind !== 'nobody') return actor;
  return account && ownActs.includes(event) ? account : actor;
}

function subjectOf(account: SecurityAccount | null): AuditEntryInput['subject'] {
  if (!account) return { type: 'account', id: null, name: null };
  return { type: account.kind === 'staff' ? 'user' : 'client', id: account.id, name: account.name };
}
