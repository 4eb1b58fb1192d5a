import type { AlarmCause } from '#server/alarms/alarm-store.ts';
import type { LedgerProofRow } from '#server/db/tables.ts';

/** The alarms of a proof: one for wallets that don't add up, and one for each kind of finding. */
export function ledgerCauses({
  broken_client_ids,
  findings,
}: Pick<LedgerProofRow, 'broken_client_ids' | 'findings'>): AlarmCause[] {
  const causes = [...(broken_client_ids.length > 0 ? ['wallets'] : []), ...findings.map(({ kind }) => kind)];
  return causes.map((cause) => ({ cause, name: null, subject_id: null }));
}
