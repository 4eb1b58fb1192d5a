import { randomBytes } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { Db } from '#server/db/tables.ts';
import { firstId } from '#server/kernel/ids.ts';
import { type ChainedEntry, partsOf, saltBytes, sealOf, usedSalts } from './audit-chain.ts';
import { addSeals, headOf, lockSealing, type SealedEntry, unsealedAfter } from './audit-seal-store.ts';

const batchSize = 500;
/** Keeps a run short, so that a stop of its process doesn't wait for it. The next minute continues. */
const batchesPerRun = 200;

/**
 * Chains the entries written since the last run (GROWTH section 15): some hundred in a transaction, in the order in
 * which they are found. So writers never wait, and an entry that is committed late comes later. A killed run leaves
 * whole batches; of two runs at once, one stops.
 * @returns how many were sealed.
 */
export async function sealAudit(db: Db): Promise<number> {
  let sealed = 0;
  let after = firstId;
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const entries = await db.transaction().execute((tx) => sealBatch(tx, after));
    const last = entries.at(-1);
    if (!last) break;
    sealed += entries.length;
    after = last.id;
    if (entries.length < batchSize) break;
  }
  return sealed;
}

/** Writes the newest link to the log. Kept elsewhere, it proves later that the end of the chain was not cut off. */
export async function logAuditHead(db: Db, log: Pick<BaseLogger, 'info'>): Promise<void> {
  const { position, hash } = await headOf(db);
  if (position > 0) log.info({ position, hash: hash.toString('hex') }, 'audit log sealed');
}

async function sealBatch(tx: Db, after: string): Promise<ChainedEntry[]> {
  if (!(await lockSealing(tx))) return [];
  const entries = await unsealedAfter(tx, after, batchSize);
  if (entries.length === 0) return entries;
  let { position, hash } = await headOf(tx);
  const seals = entries.map((entry): SealedEntry => {
    const salts = usedSalts(entry, randomBytes(partsOf(entry) * saltBytes));
    const link = { position: position + 1, previousHash: hash, salts };
    const seal = sealOf(entry, link);
    ({ position, hash } = { position: link.position, hash: seal.hash });
    return { entryId: entry.id, ...link, ...seal };
  });
  await addSeals(tx, seals);
  return entries;
}
