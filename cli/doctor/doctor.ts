import { type Config, unreadVariables } from '#server/kernel/config.ts';
import { UnfinishedRestore } from '#server/postgres/unfinished-restore.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { latestProof } from '#server/wallet/proof-store.ts';
import { readWaiting } from '#server/subscriptions/billing/confirm-steps.ts';
import type { Command, CommandContext } from '../command.ts';
import { connectCommand, hasInstallation } from '../installation.ts';
import { readBackupState } from '#server/backup/backup-state.ts';
import { backups } from './backup-checks.ts';
import { auditLog } from './audit-checks.ts';
import * as database from './database-checks.ts';
import { failure, type Finding, findingLines, ok, warning } from './finding.ts';
import {
  adviceWithoutDatabase,
  builtPages,
  diskSpace,
  nodeVersion,
  webPort,
  zoneData,
} from './machine-checks.ts';
import { cabinetHost, mailServer, staffSignIn } from './network-checks.ts';
import { repeatedNumbers } from './payment-checks.ts';
import { rotations } from './rotation-checks.ts';
import * as work from './work-checks.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Looks at everything that an installation needs, and says what to do about what is wrong.',
  details: 'It changes nothing. Exit code 1 when something is BAD; notes alone are 0.',
  async run(context) {
    const findings: Finding[] = [];
    for await (const finding of examine(context)) {
      findings.push(finding);
      context.progress(`${finding.subject}…`);
    }
    const failures = findings.filter(({ verdict }) => verdict === 'failure').length;
    const warnings = findings.filter(({ verdict }) => verdict === 'warning').length;
    return {
      ok: failures === 0,
      lines: [...findings.flatMap(findingLines), '', `${failures} BAD, ${warnings} to note.`],
      data: { failures, warnings, findings },
    };
  },
};

async function* examine(context: CommandContext): AsyncIterable<Finding> {
  yield nodeVersion();
  const config = configuration(context);
  if ('verdict' in config) return yield config;
  const unread = unreadVariables(context.environment);
  yield unread.length > 0
    ? warning('Configuration', unread.join(' '), 'take it away, or spell it as the README does')
    : ok('Configuration', 'every variable is as it should be');
  yield zoneData(config);
  yield builtPages();
  const disk = await diskSpace(config);
  yield disk;
  // Before the checks of the database, which may start one of their own on DATA_DIR.
  yield await webPort(config);
  yield await mailServer(config);
  yield await cabinetHost(config);
  yield* staffSignIn(config, context);
  yield* examineDatabase(config, context, disk);
}

async function* examineDatabase(
  config: Config,
  { log, clock, open }: CommandContext,
  disk: Finding,
): AsyncIterable<Finding> {
  if (!hasInstallation(config)) {
    yield warning('Database', `none in ${config.dataDir} yet`, 'npm start makes one');
    return;
  }
  const connected = await connectCommand(config, log).catch((error: unknown) => {
    if (error instanceof StartupError) return error;
    throw error;
  });
  if (connected instanceof UnfinishedRestore) {
    yield failure('Restore', connected.problem, connected.advice);
    return;
  }
  if (connected instanceof StartupError) {
    yield failure('Database', connected.message, adviceWithoutDatabase(disk));
    return;
  }
  let isOurs: boolean;
  let isKeyOurs = false;
  try {
    yield await database.databaseVersion(connected);
    const migrated = await database.migrations(connected, log);
    yield migrated;
    isOurs = migrated.verdict === 'ok';
    if (isOurs) {
      yield await database.clocks(connected, clock);
      const key = await database.secretKey(connected, config);
      yield key;
      isKeyOurs = key.verdict === 'ok';
    }
  } finally {
    await connected.close();
  }
  if (!isKeyOurs) return;
  const { platform } = await open();
  const { db } = platform.database;
  yield* await work.processes(db, config);
  yield work.jobs(await platform.queue.counts());
  yield* await work.waitingWork(db, clock.now());
  yield await rotations(db, clock.now());
  yield work.brake(await readWaiting(platform.subscriptions, clock.now()));
  yield database.ledger(await latestProof(platform.db), clock.now());
  yield await auditLog(db, clock.now());
  const backupState = config.backups && (await readBackupState(db, config.backups.everyMs, clock.now()));
  yield backups(backupState);
  yield await repeatedNumbers(db);
}

function configuration({ config }: CommandContext): Config | Finding {
  try {
    return config();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return failure('Configuration', error.message, 'the README lists every variable and what it takes');
  }
}
