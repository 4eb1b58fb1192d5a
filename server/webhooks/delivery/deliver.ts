import { randomUUID } from 'node:crypto';
import { testEventType } from '#contract/panel/event-types.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { colleaguesWhoMay } from '#server/users/user-store.ts';
import { failWaiting, lockWebhook, updateWebhook, webhooksByIds } from '#server/webhooks/webhook-store.ts';
import { subjectOf, type WebhookDeps } from '#server/webhooks/write-webhook.ts';
import { endTry, leaseMessages, type Message } from './delivery-store.ts';
import { isGivenUp, secondsToNextTry } from './message-tries.ts';
import { answerWithinMs, type Sent, sendMessage } from './send-message.ts';

export interface DeliverDeps extends WebhookDeps {
  clock: Clock;
  mail: Pick<MailService, 'write'>;
  defaultLocale: Locale;
}

/** At once to one webhook, each for another client. */
const sentAtOnce = 20;
const leaseMs = answerWithinMs + 45_000;

/** Sends what is due to one webhook, some messages at once. Answers how many were tried. */
export async function deliverSome(deps: DeliverDeps, webhookId: string): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const [webhook] = await webhooksByIds(db, [webhookId]);
  if (!webhook?.enabled) return 0;
  const lease = randomUUID();
  const until = new Date(now.getTime() + leaseMs);
  const messages = await leaseMessages(db, { webhookId, now, until, lease, limit: sentAtOnce });
  const place = { secrets: deps.secrets, allowPrivate: deps.config.webhooksAllowPrivate };
  await Promise.all(
    messages.map(async (message) => {
      const begun = performance.now();
      const sent = await sendMessage(place, webhook, message, clock.now());
      const duration_ms = Math.round(performance.now() - begun);
      await record(deps, { webhookId, lease, message, sent, duration_ms });
    }),
  );
  return messages.length;
}

interface Try {
  webhookId: string;
  lease: string;
  message: Message;
  sent: Sent;
  duration_ms: number;
}

function record(deps: DeliverDeps, { webhookId, lease, message, sent, duration_ms }: Try): Promise<void> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    // The webhook's row first, as everywhere.
    const webhook = await lockWebhook(tx, webhookId);
    const wait = sent.error === null ? undefined : waitAfter(message);
    const next_at = wait === undefined ? null : new Date(now.getTime() + wait * 1000);
    const status = sent.error === null ? 'delivered' : next_at ? 'waiting' : 'failed';
    const tried = { ...sent, status, duration_ms, next_at } as const;
    const isOurs = await endTry(tx, { id: message.id, lease, tried });
    if (!webhook || !isOurs) return;
    if (sent.error === null) {
      if (webhook.failing_since) await updateWebhook(tx, webhookId, { failing_since: null });
      return;
    }
    if (message.type === testEventType) return;
    if (!webhook.failing_since) return updateWebhook(tx, webhookId, { failing_since: now });
    if (webhook.enabled && isGivenUp(webhook.failing_since, now)) await switchOff(deps, tx, webhook, now);
  });
}

/** A test is tried once: the person who sends it looks at the result. */
function waitAfter({ type, attempts }: Message): number | undefined {
  return type === testEventType ? undefined : secondsToNextTry(attempts);
}

async function switchOff(
  { mail, defaultLocale }: DeliverDeps,
  tx: Db,
  webhook: { id: string; url: string },
  now: Date,
): Promise<void> {
  await updateWebhook(tx, webhook.id, { enabled: false, off_at: now, updated_at: now });
  await failWaiting(tx, webhook.id);
  await writeAudit(tx, systemCaller(now, defaultLocale), {
    action: 'webhook.off',
    subject: subjectOf(webhook),
  });
  for (const { id, email, name, locale } of await colleaguesWhoMay(tx, 'webhooks.write', null)) {
    await mail.write(tx, now, {
      kind: 'webhook_off',
      to: email,
      locale,
      userId: id,
      data: { name, address: webhook.url },
      reason: 'webhook_off',
    });
  }
}
