import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { isSignedBy, signatureHeaders } from '#contract/webhook-signature.ts';
import type { Tables } from '#server/db/tables.ts';
import type { CabinetActor, ProvisionerActor } from '#server/http/caller.ts';
import type { Secrets } from '#server/secrets.ts';
import type { EntitlementService } from './entitlement-service.ts';

const headers = z.object({
  [signatureHeaders.id]: z.string().min(1).max(200),
  [signatureHeaders.timestamp]: z.string().regex(/^\d{1,12}$/),
  [signatureHeaders.signature]: z.string().min(1).max(1000),
  [signatureHeaders.cabinet]: z.uuid(),
});

interface ProvisionerDeps {
  /** Undefined while the webhook driver isn't configured: then nobody is. */
  secret: string | undefined;
  entitlements: EntitlementService;
}

interface SignatureDeps {
  db: Kysely<Tables>;
  secrets: Secrets;
  entitlements: EntitlementService;
}

/** Whose messages are counted when no client is: the provisioner's. */
const nobody = '00000000-0000-0000-0000-000000000000';
const unnamed = headers.omit({ [signatureHeaders.cabinet]: true });

/** Whether a request comes from the operator's provisioner; undefined when it is wrong, old or seen before. */
export function provisionerSignatures({ secret, entitlements }: ProvisionerDeps) {
  return async (request: FastifyRequest, body: string, now: Date): Promise<ProvisionerActor | undefined> => {
    const given = unnamed.safeParse(request.headers);
    if (!given.success || secret === undefined) return undefined;
    const id = given.data[signatureHeaders.id];
    const isSigned = await isSignedBy(secret, {
      id,
      timestamp: Number(given.data[signatureHeaders.timestamp]),
      body,
      signature: given.data[signatureHeaders.signature],
      now,
    });
    if (!isSigned || !(await entitlements.isNewMessage(nobody, id, now))) return undefined;
    return { kind: 'provisioner' };
  };
}

/**
 * Which cabinet a request comes from, by its signature; undefined when it is wrong, old or seen before
 * (DESIGN section 6, "Cabinet protocol").
 */
export function cabinetSignatures({ db, secrets, entitlements }: SignatureDeps) {
  return async (request: FastifyRequest, body: string, now: Date): Promise<CabinetActor | undefined> => {
    const given = headers.safeParse(request.headers);
    if (!given.success) return undefined;
    const id = given.data[signatureHeaders.cabinet];
    const cabinet = await db
      .selectFrom('cabinets as k')
      .innerJoin('clients as c', 'c.id', 'k.client_id')
      .select('k.secret_sealed')
      .where('k.client_id', '=', id)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!cabinet) return undefined;
    const messageId = given.data[signatureHeaders.id];
    const isSigned = await isSignedBy(secrets.open(cabinet.secret_sealed), {
      id: messageId,
      timestamp: Number(given.data[signatureHeaders.timestamp]),
      body,
      signature: given.data[signatureHeaders.signature],
      now,
    });
    if (!isSigned || !(await entitlements.isNewMessage(id, messageId, now))) return undefined;
    return { kind: 'cabinet', id };
  };
}
