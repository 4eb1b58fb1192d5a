import { randomBytes } from 'node:crypto';
import type { EventType } from '#contract/panel/event-types.ts';
import { holdsAll } from '#contract/kernel/permissions.ts';
import {
  rightsFor,
  secretOverlapSeconds,
  type Webhook,
  type WebhookChanges,
  type WebhookInput,
  webhookLimits,
  type WebhookWithSecret,
} from '#contract/panel/webhook.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { isForbiddenLiteral } from '#server/cabinets/drivers/checked-address.ts';
import { answered } from '#server/db/answered.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { toWebhook } from './read-webhooks.ts';
import {
  countWebhooks,
  deleteWebhook,
  failWaiting,
  insertWebhook,
  keptTypes,
  lockWebhook,
  updateWebhook,
  type StoredWebhook,
  type WebhookRow,
} from './webhook-store.ts';

export interface WebhookDeps {
  db: Db;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  config: { webhooksAllowPrivate: boolean };
}

/** Subscribes a system to events. */
export function createWebhook(
  { db, secrets, config }: WebhookDeps,
  caller: StaffCaller,
  input: WebhookInput,
): Promise<WebhookWithSecret> {
  const { now, actor } = caller;
  refuseUnreadable(caller, input.events);
  refusePrivate(config, input.url);
  const secret = newSecret();
  return answered(db, caller, async (tx) => {
    const { max } = webhookLimits.count;
    if ((await countWebhooks(tx)) >= max) {
      throw new AppError('validation_failed', {
        fields: { url: [{ key: 'validation.tooManyWebhooks', params: { max } }] },
      });
    }
    const row: StoredWebhook = {
      ...input,
      id: newId(now),
      off_at: null,
      failing_since: null,
      secret_sealed: secrets.seal(secret),
      previous_secret_sealed: null,
      previous_until: null,
      created_by: actor.id,
      created_at: now,
      updated_at: now,
    };
    await insertWebhook(tx, row);
    const changes = auditChanges({}, audited(row));
    await writeAudit(tx, caller, { action: 'webhook.create', subject: subjectOf(row), changes });
    return { ...toWebhook({ ...row, waiting: 0 }), secret };
  });
}

/**
 * Changes a webhook. A person who redirects it must be allowed to read what it sends, and every message that it has;
 * anybody may switch it off.
 */
export function changeWebhook(
  { db, config }: WebhookDeps,
  caller: StaffCaller,
  { id, input: { updated_at, ...input } }: { id: string; input: WebhookChanges },
): Promise<Webhook> {
  return answered(db, caller, async (tx) => {
    const before = await requireWebhook(tx, id);
    const kept = await keptTypes(tx, id);
    await changeRow<WebhookRow>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toWebhook(before),
      merge() {
        const after = { ...before, ...input };
        if (isMore(before, after)) refuseUnreadable(caller, after.events);
        if (after.url !== before.url) {
          // Those of events that it is told of no more can be sent again.
          refuseUnreadable(caller, kept);
          refusePrivate(config, after.url);
        }
        // A new beginning: what failed before says nothing.
        return after.enabled && !before.enabled ? { ...after, off_at: null, failing_since: null } : after;
      },
      audited,
      async write({ waiting: _, ...row }) {
        await updateWebhook(tx, id, row);
        if (!row.enabled) await failWaiting(tx, id);
      },
      entry: (row) => ({ action: 'webhook.change', subject: subjectOf(row) }),
    });
    return toWebhook(await requireWebhook(tx, id));
  });
}

/** Makes a new secret. Until the old one is void, messages are signed with both. */
export function rotateSecret(
  { db, secrets }: WebhookDeps,
  caller: StaffCaller,
  id: string,
): Promise<WebhookWithSecret> {
  const { now } = caller;
  const secret = newSecret();
  return answered(db, caller, async (tx) => {
    const before = await requireWebhook(tx, id);
    refuseUnreadable(caller, [...(await keptTypes(tx, id)), ...before.events]);
    await updateWebhook(tx, id, {
      secret_sealed: secrets.seal(secret),
      previous_secret_sealed: before.secret_sealed,
      previous_until: new Date(now.getTime() + secretOverlapSeconds * 1000),
      updated_at: nextUpdate(before.updated_at, now),
    });
    await writeAudit(tx, caller, { action: 'webhook.rotate', subject: subjectOf(before) });
    return { ...toWebhook(await requireWebhook(tx, id)), secret };
  });
}

export async function removeWebhook({ db }: WebhookDeps, caller: StaffCaller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const webhook = await requireWebhook(tx, id);
    await deleteWebhook(tx, id);
    await writeAudit(tx, caller, { action: 'webhook.delete', subject: subjectOf(webhook) });
  });
}

export async function requireWebhook(tx: Db, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(tx, id);
  if (!row) throw new AppError('not_found');
  return row;
}

export function subjectOf({ id, url }: Pick<StoredWebhook, 'id' | 'url'>) {
  return { type: 'webhook', id, name: url };
}

function audited({ url, events, enabled }: Pick<StoredWebhook, 'url' | 'events' | 'enabled'>) {
  return { url, events, enabled };
}

/** Whether rows are sent that weren't, or to somebody who didn't get them. */
function isMore(before: StoredWebhook, after: StoredWebhook): boolean {
  const isRedirected = after.url !== before.url || (after.enabled && !before.enabled);
  return isRedirected || after.events.some((type) => !before.events.includes(type));
}

function refuseUnreadable({ actor }: StaffCaller, events: readonly EventType[]): void {
  if (!holdsAll(actor.permissions, rightsFor(events))) throw new AppError('above_own_permissions');
}

/** A name is judged when it is called; an address that is private by itself is refused at once. */
function refusePrivate({ webhooksAllowPrivate }: WebhookDeps['config'], url: string): void {
  if (!webhooksAllowPrivate && isForbiddenLiteral(new URL(url))) {
    throw fieldError('url', 'validation.privateAddress');
  }
}

/** By the convention of Standard Webhooks: 32 random bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
