import type { WalletChange } from '#contract/clients/wallet.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { ReadClientDeps } from '#server/clients/client-deps.ts';
import { readClient } from '#server/clients/read-client.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, deletedClient } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import type { MailData, MailReason } from '#server/mail/mail-kinds.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { type Credit, creditWallet } from '#server/subscriptions/credit-wallet.ts';
import type { Money } from '#server/subscriptions/lifecycle/outcome-lines.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { lineOf, type WalletOwner, walletOwner } from '#server/wallet/ledger-store.ts';
import { toEntry } from './read-ledger.ts';

export interface WalletDeps extends ReadClientDeps {
  subscriptions: SubscriptionDeps;
  mail: Pick<MailService, 'write'>;
}

export interface WalletTarget {
  clientId: string;
  key: IdempotencyKey | null;
}

/** A line to write, its entry in the audit log, and the email to the client. */
export interface WalletLine {
  money: Omit<Money, 'id' | 'created_by'>;
  action: string;
  audited: Record<string, string | number | null>;
  /** Null: none. */
  email: ((data: MailData<'bonus_given'>, credit: Credit) => WalletEmail) | null;
  /** Writes what else belongs to the line `id`. */
  after?(id: string): Promise<void>;
}

type WalletEmail = {
  [Kind in WalletMail]: { kind: Kind; data: MailData<Kind> };
}[WalletMail] & { reason: MailReason };
type WalletMail = 'top_up_receipt' | 'bonus_given' | 'balance_corrected' | 'money_returned';

/**
 * Writes one line of a wallet, once for its key, with everything that follows from it (DESIGN sections 5 and 7).
 * Lines never change; a mistake is corrected by a reversal. Answers the line and the client as they are now.
 * @throws AppError `not_found`, `deleted`
 */
export function writeWalletLine(
  deps: WalletDeps,
  caller: StaffCaller,
  { clientId, key }: WalletTarget,
  work: (tx: Db, owner: WalletOwner) => Promise<WalletLine>,
): Promise<WalletChange> {
  return answered(deps.db, caller, async (tx) => {
    const owner = await walletOwner(tx, clientId);
    if (!owner) throw new AppError('not_found');
    const { id } = await once(tx, key, caller.now, async () => {
      if (owner.deleted_at) throw deletedClient(owner);
      return { id: await writeLine(deps, tx, caller, owner, await work(tx, owner)) };
    });
    const line = await lineOf(tx, clientId, id);
    if (!line) throw new Error('the line just written is gone');
    return { entry: toEntry(line), client: await readClient(deps, caller, clientId, tx) };
  });
}

/** The same in a transaction that holds the lock of the owner's row. Answers the line's id. */
export async function writeLine(
  { subscriptions, mail }: WalletDeps,
  tx: Db,
  caller: Caller,
  owner: WalletOwner,
  { money, action, audited, email, after }: WalletLine,
): Promise<string> {
  const { now, actor } = caller;
  const id = newId(now);
  const line = { ...money, id, created_by: actor.kind === 'staff' ? actor.id : null };
  const credit = await creditWallet(subscriptions, tx, { id: owner.id, money: line, now });
  await after?.(id);
  const changes = Object.entries(audited).filter(([, value]) => value !== null);
  await auditClient(tx, caller, owner, {
    action,
    changes: changes.map(([field, value]) => ({ field, before: null, after: value })),
  });
  if (!email) return id;
  const { balance } = credit;
  const words = email({ name: owner.name, amount: money.amount, balance }, credit);
  await mail.write(tx, now, {
    ...words,
    to: owner.email,
    locale: owner.locale,
    clientId: owner.id,
    dedupeKey: `${owner.id}:${words.kind}:${id}`,
  });
  return id;
}
