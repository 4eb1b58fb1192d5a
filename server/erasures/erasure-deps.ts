import type { BaseLogger } from 'pino';
import type { BackupFiles } from '#server/cabinets/backups/backup-files.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import type { Config } from '#server/kernel/config.ts';

export interface ErasureDeps extends ClientDeps {
  backupFiles: Pick<BackupFiles, 'remove'>;
  exportFiles: Pick<BackupFiles, 'remove'>;
  config: Pick<Config, 'backupDir'>;
  log: Pick<BaseLogger, 'info' | 'error'>;
}
