import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { signatureHeaders, signerOf } from '#contract/cabinets/webhook-signature.ts';
import type { Db } from '#server/db/tables.ts';
import type { CabinetActor, ProvisionerActor } from '#server/kernel/caller.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { putMessage } from './access-store.ts';
import { noteSigned, signingOf } from './signing-store.ts';

const headers = z.object({
  [signatureHeaders.id]: z.string().min(1).max(200),
  [signatureHeaders.timestamp]: z.string().regex(/^\d{1,12}$/),
  [signatureHeaders.signature]: z.string().min(1).max(1000),
  [signatureHeaders.cabinet]: z.uuid().toLowerCase(),
});

/** Stands for the provisioner in the count of messages, because it belongs to no client. */
const nobody = '00000000-0000-0000-0000-000000000000';
const unnamed = headers.omit({ [signatureHeaders.cabinet]: true });

/**
 * Checks the signature of the operator's provisioner; undefined when it is wrong, old or seen before. `secrets`:
 * newest first, empty while the webhook driver isn't configured.
 */
export async function provisionerOf(
  { db, secrets }: { db: Db; secrets: readonly string[] },
  request: FastifyRequest,
  now: Date,
): Promise<ProvisionerActor | undefined> {
  const given = unnamed.safeParse(request.headers);
  if (!given.success) return undefined;
  const message = messageOf(request, given.data, now);
  if (!(await signerOf(secrets, message))) return undefined;
  const isNew = await putMessage(db, { client_id: nobody, message_id: message.id, received_at: now });
  return isNew ? { kind: 'provisioner' } : undefined;
}

/**
 * Which cabinet a request comes from, by its signature; undefined when it is wrong, old or seen before
 * (DESIGN section 6, "Cabinet protocol").
 */
export async function cabinetOf(
  { db, secrets }: { db: Db; secrets: Secrets },
  request: FastifyRequest,
  now: Date,
): Promise<CabinetActor | undefined> {
  const given = headers.safeParse(request.headers);
  if (!given.success) return undefined;
  const id = given.data[signatureHeaders.cabinet];
  const signing = await signingOf(db, id, { secrets, now });
  if (!signing) return undefined;
  const message = messageOf(request, given.data, now);
  const signer = await signerOf(signing.accepted, message, signing.protocols);
  if (!signer) return undefined;
  if (!(await putMessage(db, { client_id: id, message_id: message.id, received_at: now }))) return undefined;
  const isCurrent = signer.secret === signing.current;
  if (signing.isNews(signer)) await noteSigned(db, id, { protocol: signer.protocol, isCurrent, now });
  return { kind: 'cabinet', id };
}

function messageOf(
  { method, originalUrl, rawBody }: FastifyRequest,
  given: z.infer<typeof unnamed>,
  now: Date,
) {
  return {
    id: given[signatureHeaders.id],
    timestamp: Number(given[signatureHeaders.timestamp]),
    method,
    path: originalUrl,
    body: rawBody,
    signature: given[signatureHeaders.signature],
    now,
  };
}
