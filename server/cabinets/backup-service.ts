import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { CabinetBackup, CabinetDeletion, DeletionRule } from '#contract/cabinet.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { CabinetBackupRow, Tables } from '#server/db/tables.ts';
import { type Caller, systemCaller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import { Refused } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { addDays } from '#server/subscriptions/periods.ts';
import type { BackupFiles } from './backup-files.ts';
import {
  backupsOf,
  deletionsOf,
  expiredBackups,
  findBackup,
  insertDeletion,
  keptBackupIds,
  markBackupDeleted,
  newestBackup,
  putBackup,
} from './backup-store.ts';
import { type BackupSink, type BackupSource, DriverError } from './driver.ts';

interface BackupDeps {
  db: Kysely<Tables>;
  files: BackupFiles;
  settings: SettingsService;
  timeZone: string;
  locale: Locale;
}

interface Owner {
  clientId: string;
  domain: string | null;
  driver: string;
}

/** Last backups with their date, and the record of deletions (DESIGN section 10.7). */
export function createBackupService({ db, files, settings, timeZone, locale }: BackupDeps) {
  return {
    /** Where a driver puts a backup; its id is the operation's, so that a repeat replaces it. */
    sink:
      (id: string, { clientId, domain, driver }: Owner, now: Date): BackupSink =>
      async (stream: Readable) => {
        const kept = await files.write(id, stream);
        const days = await settings.get('backup_retention_days');
        const expires_at = addDays(now, days, timeZone);
        await putBackup(db, {
          id,
          client_id: clientId,
          domain,
          driver,
          taken_at: now,
          expires_at,
          deleted_at: null,
          ...kept,
        });
      },

    isKept,

    /** Throws a DriverError `storage` unless that backup is kept. */
    async requireKept(id: string): Promise<void> {
      if (!(await isKept(id))) throw new DriverError('storage', 'the driver gave no backup');
    },

    newest: (tx: Kysely<Tables>, clientId: string) => newestBackup(tx, clientId),

    /** What a new database begins with. Throws a DriverError `backup_missing` when it has gone. */
    async source(id: string): Promise<BackupSource> {
      const row = await findBackup(db, id);
      if (!row || row.deleted_at || !files.exists(id))
        throw new DriverError('backup_missing', `backup ${id}`);
      return { id, bytes: row.bytes, sha256: row.sha256, open: () => files.open(id) };
    },

    async ofClient(clientId: string): Promise<{ backups: CabinetBackup[]; deletions: CabinetDeletion[] }> {
      return {
        backups: (await backupsOf(db, clientId)).map(present),
        deletions: (await deletionsOf(db, clientId)).map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          rule: row.rule,
          by: row.by_id && row.by_name ? { id: row.by_id, name: row.by_name } : null,
          domain: row.domain,
          backup:
            row.backup_id && row.backup_taken_at && row.backup_sha256
              ? { id: row.backup_id, taken_at: row.backup_taken_at.toISOString(), sha256: row.backup_sha256 }
              : null,
        })),
      };
    },

    /** Whether a client's backup can still be restored, in the caller's transaction. */
    async requireRestorable(tx: Kysely<Tables>, clientId: string, id: string): Promise<void> {
      const row = await findBackup(tx, id);
      if (row?.client_id !== clientId) throw new Refused('not_found');
      if (row.deleted_at || !files.exists(id)) throw new Refused('backup_gone');
    },

    /** A client's backup as a file; who took it away is recorded first. */
    async download(
      caller: Caller,
      client: { id: string; name: string },
      id: string,
    ): Promise<{ name: string; bytes: number; content: Readable }> {
      await this.requireRestorable(db, client.id, id);
      const row = await findBackup(db, id);
      if (!row) throw new Refused('not_found');
      await writeAudit(db, caller, {
        action: 'backup.download',
        subject: { type: 'client', id: client.id, name: client.name },
        clientId: client.id,
        changes: [{ field: 'backup', before: null, after: `${row.taken_at.toISOString()} ${row.sha256}` }],
      });
      const name = `${row.domain ?? client.id}-${row.taken_at.toISOString().slice(0, 10)}.sqlite`;
      return { name, bytes: row.bytes, content: files.open(id) };
    },

    /** Writes down for ever what was deleted, by which rule or whom, and what is left of it. */
    async recordDeletion(
      tx: Kysely<Tables>,
      now: Date,
      deletion: Owner & {
        clientName: string | null;
        rule: DeletionRule;
        by: { id: string; name: string } | null;
        backupId: string | null;
      },
    ): Promise<void> {
      const backup = deletion.backupId ? await findBackup(tx, deletion.backupId) : undefined;
      await insertDeletion(tx, {
        id: newId(now),
        client_id: deletion.clientId,
        client_name: deletion.clientName,
        domain: deletion.domain,
        driver: deletion.driver,
        at: now,
        rule: deletion.rule,
        by_id: deletion.by?.id ?? null,
        by_name: deletion.by?.name ?? null,
        backup_id: backup?.id ?? null,
        backup_taken_at: backup?.taken_at ?? null,
        backup_sha256: backup?.sha256 ?? null,
      });
    },

    /** Removes backups past their date, each with its row marked and an audit entry, and files nobody speaks of. */
    async cleanUp(now: Date): Promise<void> {
      for (const row of await expiredBackups(db, now)) {
        // First the file: a row that says "deleted" is never wrong.
        await files.remove(row.id);
        await db.transaction().execute(async (tx) => {
          await markBackupDeleted(tx, row.id, now);
          await writeAudit(tx, systemCaller(now, locale), {
            action: 'backup.delete',
            subject: { type: 'client', id: row.client_id, name: row.domain },
            clientId: row.client_id,
            changes: [
              { field: 'backup', before: `${row.taken_at.toISOString()} ${row.sha256}`, after: null },
            ],
          });
        });
      }
      await files.removeOrphans(await keptBackupIds(db));
    },
  };

  async function isKept(id: string): Promise<boolean> {
    const row = await findBackup(db, id);
    return row !== undefined && files.exists(id);
  }
}
export type BackupService = ReturnType<typeof createBackupService>;

function present(row: CabinetBackupRow): CabinetBackup {
  return {
    id: row.id,
    taken_at: row.taken_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    bytes: row.bytes,
    sha256: row.sha256,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}
