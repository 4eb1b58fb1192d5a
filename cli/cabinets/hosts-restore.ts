import path from 'node:path';
import { pino } from 'pino';
import { checkBackup } from '#server/backup/restore-backup.ts';
import { restoreToHosts } from '#server/cabinets/hosts/restore-to-hosts.ts';
import type { Command } from '../command.ts';
import { columns } from '../help.ts';
import { requireHosts } from './several-hosts.ts';

export const hostsRestore: Command = {
  name: 'hosts restore',
  summary: 'Gives cabinets whose hosts have lost them back from a backup.',
  arguments: ['FOLDER'],
  details: [
    'FOLDER is a backup (backup fetch). Each open or suspended cabinet that its host lacks goes back to that host with',
    'the data of the backup. One whose host is no longer in CABINET_HOSTS goes to the host with the most room. What a',
    'host still has is left as it is, and what is of a host that does not answer waits: run it again then. Exit code 1',
    'when one could not be given back.',
  ].join('\n'),
  async run({ args, open, config, progress }) {
    requireHosts(config());
    const folder = path.resolve(args[0] ?? '');
    const manifest = await checkBackup(folder, { progress });
    const { platform } = await open();
    // Hosts that do not answer are in the report.
    const quiet = { ...platform, log: pino({ level: 'silent' }) };
    const all = [...(await restoreToHosts(quiet, { folder, manifest }, { progress }))];
    const restored = all.flatMap(([client, one]) =>
      one.what === 'restored' ? [{ client, host: one.host }] : [],
    );
    const failed = all.flatMap(([client, one]) =>
      one.what === 'failed' ? [{ client, reason: one.reason }] : [],
    );
    const there = all.filter(([, { what }]) => what === 'there').length;
    const ofHosts = Object.entries(Object.groupBy(restored, ({ host }) => host));
    return {
      ok: failed.length === 0,
      lines: [
        `The backup is of ${manifest.taken_at}.`,
        ...columns([
          ['Given back', String(restored.length)],
          ...ofHosts.map(([host, those]): [string, string] => [`- to ${host}`, String(those?.length ?? 0)]),
          ['Still there', String(there)],
          ['Not given back', String(failed.length)],
        ]),
        ...failed.map(({ client, reason }) => `${client}: ${reason}`),
      ],
      data: { restored, there, failed },
    };
  },
};
