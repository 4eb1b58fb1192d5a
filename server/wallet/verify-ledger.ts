import { liftTimeouts } from '#server/db/session-timeouts.ts';
import type { Db, LedgerProofRow } from '#server/db/tables.ts';
import { raiseAlarms } from '#server/alarms/raise-alarm.ts';
import { newId } from '#server/kernel/ids.ts';
import { ledgerCauses } from './ledger-causes.ts';
import { addUpWallets, compareWithLedger, insertProof } from './proof-store.ts';

/**
 * Adds up every wallet, compares payments, documents and closed months with the ledger, however long that takes, and
 * stores the result for the dashboard and the operator (docs/decisions/0150).
 */
export async function verifyLedger({ db }: { db: Db }, now: Date): Promise<LedgerProofRow> {
  const found = await db.transaction().execute(async (tx) => {
    await liftTimeouts(tx);
    return { ...(await addUpWallets(tx)), findings: await compareWithLedger(tx) };
  });
  const proof = { id: newId(now), at: now, ...found };
  await db.transaction().execute(async (tx) => {
    await insertProof(tx, proof);
    await raiseAlarms(tx, 'ledger', ledgerCauses(proof), now);
  });
  return proof;
}
