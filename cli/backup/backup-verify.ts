import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { lackOf } from '#server/backup/copies-of-hosts.ts';
import { fetchBackup } from '#server/backup/fetch-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import type { Command, CommandContext } from '../command.ts';
import { wrongIn } from '../doctor/ledger-words.ts';
import { described, summaryOf } from './backup.ts';
import { fetchOptions } from './backup-fetch.ts';
import { placeOf } from './place-of.ts';
import { fileOf } from './restore.ts';

export const backupVerify: Command = {
  name: 'backup verify',
  summary:
    'Restores the newest backup of BACKUP_URL into a scratch place, and proves ledger and audit log there.',
  details: [
    'The running installation is not touched. The scratch place is below the folder for temporary files, with a',
    'PostgreSQL of its own; where none is installed (in the image), give an empty database by --database.',
    'Exit code 1 when the backup is damaged, or something in it disagrees. Run it every week, on another machine.',
  ].join('\n'),
  options: {
    ...fetchOptions,
    database: {
      type: 'string',
      value: 'URL',
      description: 'an empty database to restore into, emptied by you',
    },
    'key-file': {
      type: 'string',
      value: 'FILE',
      description: 'the secret.key of the installation, if neither SECRET_KEY nor DATA_DIR has it',
    },
  },
  async run(context) {
    const { options, config: read, progress } = context;
    const place = placeOf(read());
    const scratch = await mkdtemp(path.join(tmpdir(), 'tenantry-verify-'));
    try {
      progress(`From ${place.address}…`);
      const folder = path.join(scratch, 'backup');
      const { name } = await fetchBackup(place, folder, {
        ...(typeof options.name === 'string' && { name: options.name }),
        identityFile: fileOf(options.identity),
      });
      const { manifest, wrong, audit } = await prove(context, scratch, folder);
      const lack = lackOf(manifest);
      const isFine = wrong.length === 0 && audit === null && lack === null;
      return {
        ok: isFine,
        lines: [
          isFine ? `${name} restores, and its ledger and audit log hold.` : `${name} restores, but:`,
          ...wrong,
          ...(audit === null ? [] : [audit]),
          '',
          ...described(manifest),
        ],
        data: { name, wrong, audit, ...summaryOf(manifest) },
      };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
};

async function prove(
  { options, config: read, log, clock, progress }: CommandContext,
  scratch: string,
  folder: string,
) {
  const { secretKey, dataDir: own } = read();
  const dataDir = path.join(scratch, 'data');
  const databaseUrl = typeof options.database === 'string' ? options.database : undefined;
  const config = { dataDir, backupDir: path.join(dataDir, 'backups'), databaseUrl, secretKey };
  const stored = path.join(own, 'secret.key');
  const keyFile =
    fileOf(options['key-file']) ?? (secretKey === undefined && existsSync(stored) ? stored : undefined);
  const manifest = await restoreBackup(folder, { config, keyFile, log, progress });
  const database = await connectDatabase({ databaseUrl, dataDir, log, maxConnections: 4 });
  try {
    progress('Adding up every wallet…');
    const proof = await verifyLedger(database, clock.now());
    const wrong = wrongIn(proof).map(({ what }) => what);
    progress('Checking the audit log…');
    return { manifest, wrong, audit: await auditProblem(database, progress) };
  } finally {
    await database.close();
  }
}

/** The first fault, in words; null when every entry is as it was written. */
async function auditProblem({ db }: Database, progress: (text: string) => void): Promise<string | null> {
  const { broken, first } = await verifyAudit(db, { progress });
  return first
    ? `${broken} entries of the audit log are not as they were written: the first ${first.what}`
    : null;
}
