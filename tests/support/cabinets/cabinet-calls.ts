import { randomUUID } from 'node:crypto';
import { signatureHeaders, signMessage } from '#contract/cabinets/webhook-signature.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';

export async function cabinetSecretOf(app: TestApp, clientId: string): Promise<string> {
  const { secret_sealed } = await app.platform.database.db
    .selectFrom('cabinets')
    .select('secret_sealed')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return app.platform.secrets.open(secret_sealed);
}

/** A call from a client's cabinet to the platform, signed like the cabinet's own. */
export async function callAsCabinet(
  app: TestApp,
  clientId: string,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: unknown },
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const id = `msg_${randomUUID()}`;
  const timestamp = Math.floor(app.clock.now().getTime() / 1000);
  const secret = await cabinetSecretOf(app, clientId);
  return app.call(method, `/api/cabinet-api/${path}`, {
    ...(body !== undefined && { body: text }),
    headers: {
      [signatureHeaders.cabinet]: clientId,
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signMessage(secret, { id, timestamp, body: text }),
    },
  });
}
