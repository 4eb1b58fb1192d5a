import { variants } from '#contract/kernel/variants.ts';
import { outdatedCabinets } from '#server/cabinets/comparison/finding-store.ts';
import { upgradeCabinets } from '#server/cabinets/comparison/upgrade-cabinets.ts';
import { clientNamed } from '#server/cabinets/tasks/failed-store.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { type Command, UsageError } from '../command.ts';

export const cabinetUpgrade: Command = {
  name: 'cabinet upgrade',
  summary: 'Has cabinets of another version than CABINET_VERSION started again by their driver.',
  arguments: ['CLIENT|all'],
  options: {
    count: { type: 'string', value: 'NUMBER', description: 'at most so many, the first by their client' },
  },
  details: [
    "CLIENT is a client's id, email address or cabinet's domain; all takes every cabinet that the comparison lists as running another version.",
    'The running server does the work: the driver gets the calls of a repair, in Kubernetes the template is applied, a provisioner gets cabinet.create. Cabinets of the embedded host are upgraded with the host itself.',
  ].join('\n'),
  async run({ args, options, open, config, clock, progress }) {
    const wanted = args[0] ?? '';
    const most = numberOf(options['count']);
    const { platform, database } = await open();
    const outdated = await outdatedCabinets(database.db);
    const chosen = wanted === 'all' ? outdated : outdated.filter(isOf(await named()));
    const caller = systemCaller(clock.now(), variants[config().variant].defaultLocale);
    const begun = await upgradeCabinets(platform, caller, chosen.slice(0, most), { progress });
    const left = chosen.length - begun.length;
    return {
      ok: begun.length > 0 || wanted === 'all',
      lines:
        chosen.length === 0
          ? [`${wanted === 'all' ? 'No cabinet' : `"${wanted}"`} is listed with another version.`]
          : [`Begun: ${begun.length}; still listed: ${left}.`, ...begun.map((id) => `  ${id}`)],
      data: { begun, left },
    };

    async function named(): Promise<string | undefined> {
      if (wanted === 'all') return undefined;
      const id = await clientNamed(database.db, wanted);
      if (id) return id;
      throw new StartupError(`There is no client "${wanted}": give an id, an email address or a domain.`);
    }
  },
};

const isOf =
  (id: string | undefined) =>
  ({ client_id }: { client_id: string }) =>
    client_id === id;

function numberOf(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError(`--count takes a number from 1, not "${String(given)}".`);
}
