import { readHosts } from '#server/cabinets/hosts/read-hosts.ts';
import type { Command } from '../command.ts';
import { requireHosts } from './several-hosts.ts';

export const hostsList: Command = {
  name: 'hosts list',
  summary: 'Lists the cabinet hosts of CABINET_HOSTS: what they hold, and whether they take more.',
  details: 'Exit code 1 when one is away.',
  async run({ open, config }) {
    requireHosts(config());
    const { platform, database } = await open();
    const hosts = await readHosts(platform, database.db);
    const width = Math.max(...hosts.map(({ name }) => name.length));
    return {
      ok: hosts.every(({ state }) => state !== 'away'),
      lines: hosts.map(
        ({ name, state, cabinets, room, moving, freeBytes }) =>
          `${name.padEnd(width)}  ${state.padEnd(8)}  ${cabinets} of ${room} cabinets${moving > 0 ? `, ${moving} moving` : ''}${freeBytes === null ? '' : `, ${(freeBytes / 1e9).toFixed(1)} GB free`}`,
      ),
      data: { hosts },
    };
  },
};
