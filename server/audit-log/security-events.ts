import type { SecurityEvent } from '#contract/kernel/audit.ts';
import { browserOf } from '#contract/accounts/browser-name.ts';
import type { Db } from '#server/db/tables.ts';
import type { Actor, Caller } from '#server/kernel/caller.ts';
import { auditChanges } from './audit-changes.ts';
import { countAttempt, isBounded } from './security-event-bounds.ts';
import { type AuditActor, type AuditEntryInput, type OwnAccount, writeAudit } from './audit-store.ts';

export type SecurityAccount = OwnAccount;

export interface SecurityEventInput {
  event: SecurityEvent;
  /** The account that was tried; null when nobody has it. */
  account: SecurityAccount | null;
  /** What it was about, if not the account. */
  subject?: AuditEntryInput['subject'];
  /** The client concerned, if not the account. */
  clientId?: string | null;
  /** More details by field. Never a secret, and never the whole email address of somebody unknown. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Records an event at sign-in and the like (GROWTH section 15, "Security events"), in the transaction of what
 * happened. For a refusal, use a transaction of its own, because the refused one is rolled back.
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
      clientId: clientId ?? account?.client?.id ?? null,
      personId: account?.id ?? null,
      device: deviceOf(caller.userAgent),
      changes: auditChanges({}, said),
    },
  );
}

/** The browser's name, else its own text in one short line; null when it sends none. */
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

/** Events that only the account itself can cause, even where its session begins or ends with them. */
const ownActs: readonly SecurityEvent[] = ['login', 'logout', 'address_changed', 'ticket_used'];

function actorOf(actor: Actor, event: SecurityEvent, account: SecurityAccount | null): AuditActor {
  if (actor.kind !== 'nobody') return actor;
  return account && ownActs.includes(event) ? account : actor;
}

function subjectOf(account: SecurityAccount | null): AuditEntryInput['subject'] {
  if (!account) return { type: 'account', id: null, name: null };
  if (account.kind === 'staff') return { type: 'user', id: account.id, name: account.name };
  return { type: 'client', id: account.client?.id ?? null, name: account.client?.name ?? account.name };
}
