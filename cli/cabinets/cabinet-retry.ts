import { variants } from '#contract/kernel/variants.ts';
import { clientNamed, failedCabinets } from '#server/cabinets/tasks/failed-store.ts';
import { retryCabinet } from '#server/cabinets/tasks/retry-cabinet.ts';
import { sayNothing } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { Command } from '../command.ts';

export const cabinetRetry: Command = {
  name: 'cabinet retry',
  summary: "Tries a client's failed cabinet again, from the step that failed.",
  arguments: ['CLIENT|all'],
  details: [
    "CLIENT is a client's id, email address or cabinet's domain; all takes every cabinet that failed.",
    'The running server does the work; without one it is done at the next start. Exit code 1 when the one named had not failed.',
  ].join('\n'),
  async run({ args, open, config, clock, progress }) {
    const wanted = args[0] ?? '';
    const { platform, database } = await open();
    const ids = await chosen(database.db, wanted);
    const caller = systemCaller(clock.now(), variants[config().variant].defaultLocale);
    const retried: string[] = [];
    for (const [index, id] of ids.entries()) {
      progress(`Cabinet ${index + 1} of ${ids.length}…`);
      try {
        await retryCabinet(platform, caller, id, sayNothing);
        retried.push(id);
      } catch (error) {
        // Somebody else was faster, or a named cabinet has not failed.
        if (!(error instanceof AppError && error.code === 'cabinet_not_failed')) throw error;
      }
    }
    const none = wanted === 'all' ? 'No cabinet has failed.' : `The cabinet of "${wanted}" has not failed.`;
    return {
      ok: retried.length > 0 || wanted === 'all',
      lines: retried.length > 0 ? ['Tried again:', ...retried.map((id) => `  ${id}`)] : [none],
      data: { retried },
    };
  },
};

async function chosen(db: Db, wanted: string): Promise<string[]> {
  if (wanted === 'all') return failedCabinets(db);
  const id = await clientNamed(db, wanted);
  if (!id)
    throw new StartupError(`There is no client "${wanted}": give an id, an email address or a domain.`);
  return [id];
}
