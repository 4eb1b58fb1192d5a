import { randomBytes } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { CabinetTable, Tables } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { newToken, type Secrets } from '#server/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { BackupService } from './backup-service.ts';
import {
  findCabinet,
  putCabinet,
  putNewCabinets,
  putTask,
  setCabinetStatus,
  updateCabinet,
} from './cabinet-store.ts';
import type { Drivers } from './drivers.ts';

interface KeeperDeps {
  queue: Queue;
  secrets: Secrets;
  settings: SettingsService;
  drivers: Pick<Drivers, 'current'>;
  backups: BackupService;
}

/** What a client's change means for its cabinet: written in the caller's transaction, done after it. */
export function createCabinetKeeper({ queue, secrets, settings, drivers, backups }: KeeperDeps) {
  return {
    /** Begins a creation; nothing when one has begun. */
    start,

    /** The same for many new clients at once. */
    async startAll(tx: Kysely<Tables>, clientIds: readonly string[], now: Date): Promise<void> {
      await putNewCabinets(
        tx,
        clientIds.map((clientId) => newCabinet(clientId, now)),
        now,
      );
      await queue.enqueueAll(
        tx,
        'make-cabinet',
        clientIds.map((clientId) => ({ clientId })),
      );
    },

    /**
     * A client that was archived is back: what is left of its cabinet resumes; when that is gone, a new one is made,
     * from the last backup as long as it is kept (the setting `restore_on_return`).
     */
    async startAgain(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      const found = await findCabinet(tx, clientId, { lock: true });
      if (!found?.cabinet) return start(tx, clientId, now);
      if (found.client.cabinet_status === 'deleted' && !found.cabinet.task) {
        await beginAgain(tx, clientId, now, { backupId: await backupToRestore(tx, clientId) });
      }
      await queue.enqueue(tx, 'settle-cabinet', { clientId });
    },

    beginAgain,
    backupToRestore,

    /** Has the cabinet follow its client's state; also goes on with a creation. */
    async settleLater(tx: Kysely<Tables>, clientId: string): Promise<void> {
      await queue.enqueue(tx, 'settle-cabinet', { clientId });
    },

    /** The same for many at once. */
    async settleAllLater(tx: Kysely<Tables>, clientIds: readonly string[]): Promise<void> {
      const jobs = clientIds.map((clientId) => ({ clientId }));
      await queue.enqueueAll(tx, 'settle-cabinet', jobs);
    },
  };

  async function start(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
    const found = await findCabinet(tx, clientId, { lock: true });
    if (!found || found.cabinet) return;
    await putCabinet(tx, newCabinet(clientId, now));
    await putTask(tx, clientId, { task: 'create' });
    await setCabinetStatus(tx, clientId, 'creating', now);
    await queue.enqueue(tx, 'make-cabinet', { clientId });
  }

  function newCabinet(clientId: string, now: Date): Insertable<CabinetTable> {
    return {
      client_id: clientId,
      driver: drivers.current,
      secret_sealed: secrets.seal(newToken()),
      reference: newReference(),
      started_at: now,
    };
  }

  /** A new cabinet for one whose first is gone: under the address it had, if that is still free. */
  async function beginAgain(
    tx: Kysely<Tables>,
    clientId: string,
    now: Date,
    { backupId = null, by = null }: { backupId?: string | null; by?: string | null } = {},
  ): Promise<void> {
    await updateCabinet(tx, clientId, {
      driver: drivers.current,
      started_at: now,
      ready_at: null,
      failed_at: null,
      suspended_for: null,
      backup_id: backupId,
    });
    await putTask(tx, clientId, { task: 'create', by });
    await setCabinetStatus(tx, clientId, 'creating', now);
  }

  async function backupToRestore(tx: Kysely<Tables>, clientId: string): Promise<string | null> {
    if (!(await settings.get('restore_on_return', tx))) return null;
    return (await backups.newest(tx, clientId))?.id ?? null;
  }
}
export type CabinetKeeper = ReturnType<typeof createCabinetKeeper>;

/** Eight letters and digits that nobody confuses when they are read out. */
function newReference(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('');
}
