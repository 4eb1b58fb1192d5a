import { type AuditEntryInput, auditClient } from '#server/audit-log/audit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import { requireCabinet } from '#server/cabinets/read-cabinet.ts';
import { answered, type Say } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { settleCabinet } from './start-cabinet.ts';

interface TaskChange<Answer> {
  clientId: string;
  action: string;
  say: Say<Answer>;
}

/** A person's decision about a cabinet's task: `change` writes it, the audit log records it, and a job continues. */
export function changeTask<Answer>(
  { db, queue }: Pick<CabinetDeps, 'db' | 'queue'>,
  caller: Caller,
  { clientId, action, say }: TaskChange<Answer>,
  change: (tx: Db, found: StoredCabinet) => Promise<AuditEntryInput['changes']>,
): Promise<Answer> {
  return answered(db, caller, async (tx) => {
    const found = await requireCabinet(tx, clientId, { lock: true });
    const changes = await change(tx, found);
    await auditClient(tx, caller, found.client, { action, changes });
    await settleCabinet({ queue }, tx, clientId);
    return say(tx);
  });
}

export function staffId({ actor }: Caller): string | null {
  return actor.kind === 'staff' ? actor.id : null;
}
