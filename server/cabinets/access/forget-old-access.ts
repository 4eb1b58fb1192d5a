import { cabinetSessionSeconds } from '#contract/cabinets/cabinet.ts';
import { signatureToleranceSeconds } from '#contract/cabinets/webhook-signature.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteOldAccess } from './access-store.ts';

/** Deletes message ids that the signature check would refuse by their time anyway, and old tickets and sign-ins. */
export async function forgetOldAccess(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 3 * signatureToleranceSeconds * 1000);
  const signInsBefore = new Date(before.getTime() - cabinetSessionSeconds * 1000);
  await deleteOldAccess(db, { before, signInsBefore });
}
