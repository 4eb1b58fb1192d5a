import path from 'node:path';
import { type BackupManifest, cabinetsOf, filesOf } from '#server/backup/backup-manifest.ts';
import { lackOf } from '#server/backup/copies-of-hosts.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { farHosts } from '#server/cabinets/hosts/far-hosts.ts';
import { judgedSecretKey } from '#server/keys/secret-key.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Database } from '#server/postgres/connect.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { type Command, UsageError } from '../command.ts';
import { columns } from '../help.ts';
import { connectCommand, refuseNone } from '../installation.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Copies the whole installation into a new folder: database and cabinets.',
  arguments: ['FOLDER'],
  details: [
    'FOLDER must not exist, or be empty. The server may run: the database is copied as of one moment, each cabinet as',
    'of one soon after. Several cabinet hosts are asked for theirs, so they must run; exit code 1 when one was away.',
    'Cabinets that a webhook or Kubernetes keeps are not in it. The secret key is not in it either:',
    'keep DATA_DIR/secret.key, or what SECRET_KEY is set to, somewhere else; a restore asks for it. With the key in it,',
    'the folder opens everything: keep it where nobody else reads.',
  ].join('\n'),
  options: {
    'with-key': { type: 'boolean', description: 'put the secret key into it, in clear' },
    'without-key': { type: 'boolean', description: 'leave the secret key out, as without either' },
  },
  async run({ args, options, config: read, open, log, clock, progress }) {
    if (options['with-key'] && options['without-key']) {
      throw new UsageError('either --with-key or --without-key');
    }
    const config = read();
    refuseNone(config);
    const folder = path.resolve(args[0] ?? '');
    const database = await connectCommand(config, log);
    try {
      const secretKey = options['with-key'] ? await keyToKeep(database, config) : undefined;
      const { driver, hosts } = config.cabinets;
      const far = hosts.length > 0 ? farHosts((await open()).platform) : [];
      const manifest = await takeBackup(folder, {
        config,
        database,
        farHosts: far,
        secretKey,
        now: clock.now(),
        progress,
      });
      const left = driver === 'embedded' ? [] : [`The cabinets of ${driver} are not in it.`];
      return {
        ok: lackOf(manifest) === null,
        lines: [`The backup is in ${folder}.`, '', ...described(manifest), ...left],
        data: { folder, ...summaryOf(manifest) },
      };
    } finally {
      await database.close();
    }
  },
};

/** The key to store. One that does not open the database would only be noticed at a restore. */
async function keyToKeep({ db }: Database, config: Config): Promise<string> {
  const found = await judgedSecretKey(db, config);
  const problem = 'problem' in found ? found.problem : 'DATA_DIR has no secret.key';
  if ('problem' in found || found.keys.length === 0) {
    throw new StartupError(`${problem}: mend that, or leave --with-key out.`);
  }
  return found.keys.join('\n');
}

/** What a backup holds, for programs. */
export function summaryOf(manifest: BackupManifest) {
  const { taken_at, program, tables, cabinet_backups, secret_key } = manifest;
  return {
    taken_at,
    program,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    cabinets: cabinetsOf(manifest).filter(({ path: name }) => !name.endsWith('registry.sqlite.gz')).length,
    lacks: lackOf(manifest),
    cabinet_backups: cabinet_backups.length,
    secret_key: secret_key !== null,
    bytes: filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The same for people. */
export function described(manifest: BackupManifest): string[] {
  const summary = summaryOf(manifest);
  return columns([
    ['Taken', summary.taken_at],
    ['Database', `${summary.rows} rows in ${summary.tables} tables`],
    ['Cabinets', String(summary.cabinets)],
    ...(manifest.other_hosts ?? []).map(({ name, cabinets }): [string, string] => [
      `- of host ${name}`,
      String(cabinets.length),
    ]),
    ...(summary.lacks === null ? [] : [['Not whole', summary.lacks] as [string, string]]),
    ['Backups of deleted cabinets', String(summary.cabinet_backups)],
    ['Secret key', summary.secret_key ? 'yes' : 'not in it: keep it elsewhere, no restore works without'],
    ['Size', sizeOf(summary.bytes)],
  ]);
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
