import { setTimeout as wait } from 'node:timers/promises';
import { migrate, pendingMigrations } from '#server/db/migrate.ts';
import { ensureSearchIndex } from '#server/db/search-index.ts';
import type { Command } from './command.ts';
import { connectCommand, refuseNone } from './installation.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database to this version, without starting a server.',
  details: [
    'A start does the same. A job of its own before a rollout keeps long migrations away from probes that lose patience.',
    'Each is all or nothing; one that was killed runs again. With --check it changes nothing: exit code 1 when one has not run yet.',
  ].join('\n'),
  options: {
    check: { type: 'boolean', description: 'only name the migrations that have not run yet' },
    wait: { type: 'boolean', description: 'only wait until another process has run them all' },
  },
  async run({ options, config: read, log, progress }) {
    const config = read();
    refuseNone(config);
    const database = await connectCommand(config, log);
    try {
      const { db } = database;
      if (options.check) {
        const left = await pendingMigrations({ db, log });
        return { ok: left.length === 0, lines: linesOf(left, 'has not run yet'), data: { left } };
      }
      if (options.wait) {
        await untilMigrated(async () => (await pendingMigrations({ db, log })).length, progress);
        return { ok: true, lines: linesOf([], ''), data: { left: [] } };
      }
      const quiet = { info: (text: string) => progress(text), warn: log.warn.bind(log) };
      const run = await migrate({ db, log: quiet });
      progress('Index for searching…');
      await ensureSearchIndex(db, quiet);
      return { ok: true, lines: linesOf(run, 'has run'), data: { run } };
    } finally {
      await database.close();
    }
  },
};

/** Says each number of migrations that are left once. */
async function untilMigrated(countLeft: () => Promise<number>, progress: (text: string) => void) {
  let said = 0;
  for (let left = await countLeft(); left > 0; left = await countLeft()) {
    if (left !== said) progress(`Waiting for ${left} migrations…`);
    said = left;
    await wait(pollMs);
  }
}

const pollMs = 1000;

const linesOf = (names: readonly string[], what: string) =>
  names.length > 0 ? names.map((name) => `${name} ${what}`) : ['The database is of this version.'];
