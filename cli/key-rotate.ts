import { forgetOldKeys, rotateKey } from '#server/keys/rotate-key.ts';
import type { Command } from './command.ts';
import { columns } from './help.ts';
import { connectCommand, refuseNone, refuseOtherVersion } from './installation.ts';

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'Puts a new secret key to use and seals again what the one before sealed.',
  details: [
    'Beside a running server, and as often as you like: one that was interrupted goes on. The key of DATA_DIR is made',
    'here; with SECRET_KEY, put a new one before the others, separated by a space, on every server first, and restart',
    'them. The older keys still open; --forget takes them away once nothing needs them and every process was',
    'restarted since. A backup from before needs the older key: keep it as long as that backup.',
  ].join('\n'),
  options: {
    forget: { type: 'boolean', description: 'take the older keys away, if nothing needs them' },
  },
  async run({ options, config: read, log, clock, progress }) {
    const config = read();
    refuseNone(config);
    const database = await connectCommand(config, log);
    try {
      await refuseOtherVersion(database, log);
      if (options.forget) return forgotten(await forgetOldKeys(database.db, config, clock.now()), config);
      const done = await rotateKey(database.db, config, { now: clock.now(), progress });
      const counted = columns([
        ['Keys', `${done.keys}, the newest in use${done.added ? ', made now' : ''}`],
        ['Sealed again', String(done.sealed)],
        ['Links of waiting emails moved', String(done.links)],
        ['Left to older keys', String(done.left)],
        ...(done.unknown > 0 ? [['Of keys that nobody has', String(done.unknown)] as [string, string]] : []),
      ]);
      const next =
        done.left > done.unknown
          ? 'Something was sealed with an older key meanwhile: run this again.'
          : 'Restart the servers when it suits, then: key rotate --forget';
      return { ok: true, lines: [...counted, '', next], data: { ...done } };
    } finally {
      await database.close();
    }
  },
};

function forgotten(older: number, { secretKey }: { secretKey: string | undefined }) {
  const lines =
    older === 0
      ? ['There is one key alone.']
      : secretKey === undefined
        ? [`${older} older keys are gone. Backups from before need them: keep them with those.`]
        : [`Nothing needs the ${older} older keys of SECRET_KEY: take them out of it on every server.`];
  return { ok: true, lines, data: { older } };
}
