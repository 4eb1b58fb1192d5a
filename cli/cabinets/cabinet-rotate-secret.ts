import { rotateSecret } from '#server/cabinets/access/rotate-secret.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import { clientNamed } from '#server/cabinets/tasks/failed-store.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { Command } from '../command.ts';

const words = {
  rotated: 'has a new secret',
  pending: 'gets a new secret, which its driver is still at: run this again',
  busy: 'has something under way: run this again',
  closed: 'is not active: left as it is',
} as const;

export const cabinetRotateSecret: Command = {
  name: 'cabinet rotate-secret',
  summary: "Gives a client's cabinet, or every active one, a new secret.",
  arguments: ['CLIENT|all'],
  options: { all: { type: 'boolean', description: 'every active cabinet, as "all" in the place of CLIENT' } },
  insteadOfArguments: 'all',
  details: [
    "CLIENT is a client's id, email address or cabinet's domain; all takes every active cabinet.",
    'The old secret counts until ten minutes after the cabinet has signed with the new one. It may be killed and run again. Exit code 1 when one did not get its new secret.',
  ].join('\n'),
  async run({ args, options, open, clock, progress }) {
    const wanted = options.all ? 'all' : (args[0] ?? '');
    const { platform, database } = await open();
    const ids = wanted === 'all' ? await activeCabinets() : [await named()];
    const results: { client_id: string; result: string; detail?: string }[] = [];
    for (const [index, id] of ids.entries()) {
      progress(`Cabinet ${index + 1} of ${ids.length}…`);
      results.push({ client_id: id, ...(await rotate(id)) });
    }
    const left = results.filter(({ result }) => result !== 'rotated');
    return {
      ok: left.length === 0,
      lines: [
        `${results.length - left.length} of ${results.length} have a new secret.`,
        ...left.map(({ client_id, detail }) => `  ${client_id} ${detail}`),
      ],
      data: { results },
    };

    async function rotate(id: string) {
      try {
        const result = await rotateSecret(platform, id, clock.now());
        return { result, detail: words[result] };
      } catch (error) {
        if (!(error instanceof DriverError)) throw error;
        return { result: 'failed', detail: `did not take it: ${error.message}. Run this again.` };
      }
    }

    async function named(): Promise<string> {
      const id = await clientNamed(database.db, wanted);
      if (id) return id;
      throw new StartupError(`There is no client "${wanted}": give an id, an email address or a domain.`);
    }

    async function activeCabinets(): Promise<string[]> {
      const rows = await database.db
        .selectFrom('clients')
        .select('id')
        .where('cabinet_status', '=', 'active')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    }
  },
};
