import { eraseAgain } from '#server/erasures/erase-client.ts';
import { erasedBefore } from '#server/erasures/erased-list.ts';
import type { Command } from '../command.ts';

export const erasuresRepeat: Command = {
  name: 'erasures repeat',
  summary: 'After a restore: erases again the clients who were erased since the backup was taken.',
  details: [
    'Reads erased-clients.txt in BACKUP_DIR, or --file: the one of the installation that the backup came from. Clients',
    'who are erased already, or are not there, are left alone. The running server does the rest of the work; without one',
    'it is done at the next start.',
  ].join('\n'),
  options: {
    file: { type: 'string', value: 'FILE', description: 'the list of another installation' },
  },
  async run({ options, open, config, clock, progress }) {
    const file = typeof options.file === 'string' ? options.file : undefined;
    const ids = await erasedBefore(config(), file);
    const { platform } = await open();
    const erased: string[] = [];
    for (const [index, id] of ids.entries()) {
      progress(`${index + 1} of ${ids.length} clients…`);
      const again = { reason: 'erasures repeat', now: clock.now() };
      if (await eraseAgain(platform, id, again)) erased.push(id);
    }
    return {
      ok: true,
      lines: [
        `In the list: ${ids.length}`,
        erased.length > 0 ? 'Erased again:' : 'Nothing had to be erased again.',
        ...erased.map((id) => `  ${id}`),
      ],
      data: { listed: ids.length, erased },
    };
  },
};
