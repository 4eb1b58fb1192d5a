import { signatureHeaders, signMessage } from '#contract/cabinets/webhook-signature.ts';
import { type DeliveryError, deliveryErrors } from '#contract/panel/webhook.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import { outsideRequest, textOf } from '#server/cabinets/drivers/outside-request.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import type { StoredWebhook } from '#server/webhooks/webhook-store.ts';
import type { Message } from './delivery-store.ts';

export const answerWithinMs = 15_000;
const answerLimit = 64 * 1024;

export interface Sent {
  response_status: number | null;
  /** Null: delivered. */
  error: DeliveryError | null;
}

/**
 * Sends one message by Standard Webhooks, with the guard of calls to addresses from outside: private addresses,
 * redirects, long and late answers are failures. Never throws for those.
 */
export async function sendMessage(
  { secrets, allowPrivate }: { secrets: Pick<Secrets, 'open'>; allowPrivate: boolean },
  webhook: StoredWebhook,
  { event_id, type, at, data }: Message,
  now: Date,
): Promise<Sent> {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const timestamp = Math.floor(now.getTime() / 1000);
  const message = { id: event_id, timestamp, body };
  const signatures = await Promise.all(
    secretsOf(secrets, webhook, now).map((secret) => signMessage(secret, message)),
  );
  try {
    const response_status = await outsideRequest(
      {
        method: 'POST',
        url: webhook.url,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Tenantry',
          [signatureHeaders.id]: event_id,
          [signatureHeaders.timestamp]: String(timestamp),
          [signatureHeaders.signature]: signatures.join(' '),
        },
        body,
        timeoutMs: answerWithinMs,
        allowPrivate,
      },
      async (response) => {
        await textOf(response, answerLimit);
        return response.statusCode ?? 0;
      },
    );
    const isTaken = response_status >= 200 && response_status < 300;
    return { response_status, error: isTaken ? null : 'rejected' };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const known = deliveryErrors.find((reason) => reason === error.reason);
    return { response_status: null, error: known ?? 'unreachable' };
  }
}

/** The secret, and after a rotation the one before as long as it is valid. */
function secretsOf(
  { open }: Pick<Secrets, 'open'>,
  { secret_sealed, previous_secret_sealed, previous_until }: StoredWebhook,
  now: Date,
): string[] {
  const previous = previous_until && previous_until > now ? previous_secret_sealed : null;
  return [secret_sealed, ...(previous === null ? [] : [previous])].map(open);
}
