import { type MoveStart, moveCabinet } from '#server/cabinets/hosts/move-cabinet.ts';
import { clientNamed } from '#server/cabinets/tasks/failed-store.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { Command } from '../command.ts';
import { requireHost } from './several-hosts.ts';

const words: Record<MoveStart, string> = {
  moving: 'It begins to move.',
  busy: 'Something else is being done with this cabinet: try again in a moment.',
  no_cabinet:
    'This client has no cabinet that can be moved: only open and suspended ones of the embedded driver.',
  there: 'It is there already.',
};

export const hostsMove: Command = {
  name: 'hosts move',
  summary: "Moves one client's cabinet to another host.",
  arguments: ['CLIENT', 'HOST'],
  details: [
    "CLIENT is a client's id, email address or cabinet's domain. The cabinet is closed for about a second, with a page",
    'that loads again by itself. If the move fails, it opens where it was. Exit code 1 when it did not begin.',
  ].join('\n'),
  async run({ args, open, config }) {
    const [client = '', host = ''] = args;
    requireHost(config(), host);
    const { platform, database } = await open();
    const id = await clientNamed(database.db, client);
    if (!id)
      throw new StartupError(`There is no client "${client}": give an id, an email address or a domain.`);
    const result = await moveCabinet(platform, id, host);
    return { ok: result === 'moving', lines: [words[result]], data: { client: id, host, result } };
  },
};
