import { drainHost } from '#server/cabinets/hosts/drain-hosts.ts';
import type { Command } from '../command.ts';
import { requireHost } from './several-hosts.ts';

export const hostsDrain: Command = {
  name: 'hosts drain',
  summary: 'Moves every cabinet of a host to the others, and places nothing new on it.',
  arguments: ['HOST'],
  details: [
    'Each cabinet is closed for about a second while it moves. The running server does the work; hosts list says how',
    'many are left. The host stays empty until hosts undrain.',
  ].join('\n'),
  async run({ args, open, config }) {
    const [name = ''] = args;
    requireHost(config(), name);
    const { platform } = await open();
    const begun = await drainHost(platform, name, true);
    return { ok: true, lines: [`${begun} cabinets of ${name} begin to move.`], data: { host: name, begun } };
  },
};

export const hostsUndrain: Command = {
  name: 'hosts undrain',
  summary: 'Lets a host take new cabinets again after hosts drain.',
  arguments: ['HOST'],
  details: 'What has moved away stays where it is; moves that have begun are finished.',
  async run({ args, open, config }) {
    const [name = ''] = args;
    requireHost(config(), name);
    const { platform } = await open();
    await drainHost(platform, name, false);
    return { ok: true, lines: [`${name} takes new cabinets.`], data: { host: name } };
  },
};
