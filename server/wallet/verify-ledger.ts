import { liftTimeouts } from '#server/db/session-timeouts.ts';
import type { Db, LedgerProofRow } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { addUpWallets, insertProof } from './ledger-store.ts';

/** Adds up every wallet, however long that takes, and stores the result for the dashboard and the operator. */
export async function verifyLedger({ db }: { db: Db }, now: Date): Promise<LedgerProofRow> {
  const sums = await db.transaction().execute(async (tx) => {
    await liftTimeouts(tx);
    return addUpWallets(tx);
  });
  const proof = { id: newId(now), at: now, ...sums };
  await insertProof(db, proof);
  return proof;
}
