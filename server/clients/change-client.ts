import { limitFields } from '#contract/catalogue/metric.ts';
import { type ClientChanges, suspensionEmailSeconds } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { OwnValues } from '#contract/client-fields/own-values.ts';
import type { ShownTag } from '#contract/entities/tag.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { askForAddress } from '#server/accounts/change-address.ts';
import { clientSubject } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { ownerAccountOf, ownerIdOf } from '#server/auth/account-store.ts';
import { endAccess, endClientAccess } from '#server/auth/end-access.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { auditedOwnValues, checkedOwnValues, mergedOwnValues } from '#server/client-fields/sent-values.ts';
import { type FieldValue, ownValuesOf, replaceOwnValues } from '#server/client-fields/value-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { dayOf } from '#server/kernel/periods.ts';
import { limitsOfClient, replaceClientLimits } from '#server/metrics/limit-store.ts';
import { emailToClient } from '#server/mail/account-notices.ts';
import { allMetrics } from '#server/metrics/metric-store.ts';
import { auditedLimits, type OtherLimit, sentLimits } from '#server/metrics/sent-limits.ts';
import { blockedByHand } from '#server/subscriptions/lifecycle/manual-block.ts';
import { settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { recheckUsage } from '#server/subscriptions/watch-usage.ts';
import { stopSubscription } from '#server/subscriptions/subscription-store.ts';
import { unblockSubscription } from '#server/subscriptions/unblock-subscription.ts';
import { keptTags, replaceTags, tagsOf } from '#server/tags/tag-store.ts';
import type { ClientDeps } from './client-deps.ts';
import { clientConfirmation, clientInvitation } from './client-emails.ts';
import { clientById, updateClient } from './client-store.ts';
import { checkedContact } from '#server/clients/contact/checked-contact.ts';
import { withoutEmptyTexts } from '#server/clients/contact/empty-texts.ts';
import { readClient } from './read-client.ts';
import { requireClient, requireManager } from './require-client.ts';
import { refuseTakenContacts, takingAddress } from '#server/clients/contact/taken-contacts.ts';

/**
 * Changes any editable field. A new address waits until it is confirmed, if the client had confirmed one; otherwise
 * it takes effect at once, and links to the old one are void.
 */
export async function changeClient(
  deps: ClientDeps,
  caller: StaffCaller,
  id: string,
  changes: ClientChanges,
): Promise<ClientDetails> {
  return takingAddress(deps, caller, await newAddress(deps, id, changes.email), async (tx) => {
    await applyChanges(deps, tx, caller, id, changes);
    return readClient(deps, caller, id, tx);
  });
}

/** The same in the caller's transaction, without an answer and without a new address: for acts on many clients. */
export async function applyChanges(
  deps: ClientDeps,
  tx: Db,
  caller: StaffCaller,
  id: string,
  { updated_at, status, reason, limits, tag_ids, custom, ...input }: ClientChanges,
): Promise<void> {
  let before = await requireClient(tx, id);
  if (status) {
    await settleSubscription(deps.subscriptions, tx, id, caller.now);
    before = await requireClient(tx, id);
  }
  // What isn't sent stays as it is, so it needn't be known.
  const had = limits ? await ownLimitsOf(tx, id) : [];
  const tagged = tag_ids ? await tagsOf(tx, id) : [];
  const known = custom ? await ownValuesOf(tx, id) : {};
  let sent: FieldValue[] = [];
  const after = await changeRow<ChangedClient>(tx, caller, {
    before: { ...before, limits: had, tags: tagged, custom: known },
    sent: updated_at,
    current: () => readClient(deps, caller, id, tx),
    async merge() {
      const fields = withoutEmptyTexts(input);
      const contact = checkedContact(deps.variant, before, fields);
      await refuseTakenContacts(tx, {
        email: input.email,
        phoneE164: contact.phone_e164,
        except: ownerIdOf(before),
      });
      await requireManager(tx, input.manager_id);
      const moved = { ...statusChange(before, status, reason), ...addressChange(before, input.email) };
      const { columns, others = had } = await sentLimits(tx, { ...input, limits });
      const tags = tag_ids ? await requireTags(tx, tag_ids) : tagged;
      sent = await checkedOwnValues(tx, custom);
      const own = mergedOwnValues(known, sent);
      return { ...before, ...fields, ...contact, ...moved, ...columns, limits: others, tags, custom: own };
    },
    audited: ({ updated_at: _, limits: others, tags, custom: own, ...row }) => ({
      ...row,
      ...auditedOwnValues(own),
      limits: auditedLimits(others),
      tags: tags.map(({ name }) => name),
    }),
    async write({ email_key: _, limits: others, tags, custom: own, ...row }) {
      const { discounts: __, ...columns } = row;
      await updateClient(tx, id, columns);
      if (tags !== tagged)
        await replaceTags(tx, { subject: 'client', id, tagIds: tags.map((tag) => tag.id) });
      await replaceOwnValues(tx, id, sent);
      if (others !== had) await replaceClientLimits(tx, id, others);
      await moveSubscription(deps, tx, { before, after: row, now: caller.now });
      if (others !== had || hasOtherLimits(before, row))
        await recheckUsage(deps.subscriptions, tx, [id], caller.now);
      // Only the end of a block moves the state further.
      const { status: reached } =
        row.blocked_from === before.blocked_from ? row : await requireClient(tx, id);
      return { ...before, ...row, limits: others, tags, custom: own, status: reached };
    },
    entry: (row) => ({ action: 'client.change', ...clientSubject(row) }),
  });
  if (after.updated_at === before.updated_at) return;
  await moveAddress(deps, tx, caller, { before, after });
  const isMoved = after.status !== before.status || after.blocked_from !== before.blocked_from;
  if (isMoved) await settleCabinet(deps, tx, id);
}

/** Whether a limit of the specification differs, which has a column. */
function hasOtherLimits(before: ClientRow, after: Omit<ClientRow, 'email_key' | 'discounts'>): boolean {
  return Object.values(limitFields).some((field) => before[field] !== after[field]);
}

type ChangedClient = ClientRow & {
  limits: readonly OtherLimit[];
  tags: readonly ShownTag[];
  custom: OwnValues;
};

/** Refuses a tag that does not exist. */
async function requireTags(tx: Db, ids: readonly string[]): Promise<ShownTag[]> {
  const tags = await keptTags(tx, ids);
  if (tags.length < ids.length) throw fieldError('tag_ids', 'validation.notAllowed');
  return tags;
}

/** A client's own limits that are no columns. */
async function ownLimitsOf(tx: Db, id: string): Promise<OtherLimit[]> {
  const limits = await limitsOfClient(tx, id);
  if (limits.length === 0) return [];
  const keys = new Map((await allMetrics(tx)).map((metric) => [metric.id, metric.key]));
  return limits.map(({ metric_id, most }) => ({ metric_id, most, key: keys.get(metric_id) ?? '' }));
}

/** The new address of a change; undefined if it is the present or the waiting one. */
async function newAddress(
  { db }: ClientDeps,
  id: string,
  wanted: string | undefined,
): Promise<string | undefined> {
  const seen = wanted === undefined ? undefined : await clientById(db, id);
  if (wanted === undefined || !seen) return undefined;
  const known = [seen.email_key, seen.pending_email && emailKey(seen.pending_email)];
  return known.includes(emailKey(wanted)) ? undefined : wanted;
}

/**
 * A block by hand keeps the state below it. After the block the lifecycle decides the state. Blocking a blocked client
 * again only changes a reason that is sent.
 */
function statusChange(
  before: ClientRow,
  wanted: ClientChanges['status'],
  reason: ClientChanges['reason'],
): Partial<ClientRow> {
  if (wanted === 'blocked') {
    const blocked = blockedByHand(before);
    // A cabinet that is still being made would become unblocked.
    if (!blocked && before.blocked_from === null) throw new AppError('not_blockable');
    return { ...blocked, ...(reason !== undefined && { block_reason: reason || null }) };
  }
  return wanted === 'active' ? { blocked_from: null, block_reason: null } : {};
}

/**
 * What a new address does: it waits if the client has confirmed one. The present address cancels the one that waits.
 */
function addressChange(before: ClientRow, email: string | undefined): Partial<ClientRow> {
  if (email === undefined) return {};
  if (emailKey(email) === before.email_key) return { pending_email: null };
  return before.confirmed_at ? { email: before.email, pending_email: email } : {};
}

/** Applies a block by hand, or its end, to time and money. */
async function moveSubscription(
  { subscriptions, mail, timeZone }: ClientDeps,
  tx: Db,
  { before, after, now }: { before: ClientRow; after: Pick<ClientRow, 'id' | 'blocked_from'>; now: Date },
): Promise<void> {
  if (after.blocked_from !== null && before.blocked_from === null) {
    await stopSubscription(tx, after.id, dayOf(now, timeZone));
    await endClientAccess(tx, after.id, 'blocked', { now });
    await mail.write(tx, now, {
      ...emailToClient(before),
      kind: 'access_stopped',
      data: { name: before.name },
      reason: 'blocked_by_hand',
      afterSeconds: suspensionEmailSeconds,
    });
  }
  if (after.blocked_from === null && before.blocked_from !== null) {
    const isUndone = await mail.withdrawOf(tx, { clientId: after.id, kind: 'access_stopped' });
    await unblockSubscription(subscriptions, tx, {
      id: after.id,
      blockedFrom: before.blocked_from,
      now,
      isUndone,
    });
    await endClientAccess(tx, after.id, 'unblocked', { now });
  }
}

/** Applies a changed address: who is asked or told, and which links are void. */
async function moveAddress(
  { mail }: ClientDeps,
  tx: Db,
  caller: StaffCaller,
  { before, after }: { before: ClientRow; after: ClientRow },
): Promise<void> {
  const account = ownerAccountOf(after);
  const { now } = caller;
  if (after.pending_email !== null && after.pending_email !== before.pending_email) {
    return askForAddress({ mail }, tx, caller, { account, email: after.pending_email, byStaff: true });
  }
  if (after.pending_email === null && before.pending_email !== null) {
    await endAccess(tx, account, 'address_cancelled', { now });
  }
  if (emailKey(after.email) === before.email_key) return;
  await endAccess(tx, account, 'address_corrected', { now });
  const isInvited = after.password_hash === null;
  await mail.write(
    tx,
    now,
    isInvited ? clientInvitation(account) : clientConfirmation(account, 'email_change_asked'),
  );
}
