import { allErasures } from '#server/erasures/erasure-store.ts';
import type { Command } from '../command.ts';
import { columns } from '../help.ts';

export const erasures: Command = {
  name: 'erasures',
  summary: 'Lists the clients whose personal data was erased, by id, and whether something is left to do.',
  details: 'It changes nothing. Exit code 1 while an erasure is under way.',
  async run({ open }) {
    const { database } = await open();
    const all = await allErasures(database.db);
    const unfinished = all.filter(({ finished_at }) => finished_at === null);
    const lines = all.map(({ client_id, asked_at, finished_at }): [string, string] => [
      client_id,
      `${asked_at.toISOString()} ${finished_at ? 'done' : 'under way'}`,
    ]);
    return {
      ok: unfinished.length === 0,
      lines: all.length > 0 ? columns(lines) : ['No client was erased.'],
      data: {
        erasures: all.map(({ client_id, asked_at, finished_at }) => ({
          client_id,
          asked_at: asked_at.toISOString(),
          finished_at: finished_at?.toISOString() ?? null,
        })),
      },
    };
  },
};
