import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { audit } from './accounts/audit.ts';
import { csv } from './csv.ts';
import { bankStatement } from './bank-statement.ts';
import { bulk } from './bulk.ts';
import { cabinets } from './cabinets.ts';
import { chargeRun } from './charge-run.ts';
import { clientPage } from './client-page.ts';
import { customerInCabinet } from './customer-in-cabinet.ts';
import { documents } from './documents.ts';
import { events } from './accounts/events.ts';
import { type Figure, lineOf } from './figure.ts';
import { firstPage } from './first-page.ts';
import { forecast } from './forecast.ts';
import { hosts } from './hosts/hosts.ts';
import { lists } from './lists.ts';
import { lifecycle } from './lifecycle.ts';
import { month } from './month.ts';
import { persons } from './accounts/persons.ts';
import { reconcile } from './hosts/reconcile.ts';
import { revenue } from './revenue.ts';
import { roles } from './hosts/roles.ts';
import { start, startMillion } from './start.ts';
import { timeline } from './accounts/timeline.ts';
import { workers } from './hosts/workers.ts';

/**
 * `npm run bench [-- NAME…]`: measures the figures of DESIGN section 14 one after the other, and prints a line for
 * each. Being slow is never a failure; loading a forbidden library is.
 */
const benchmarks: Record<string, () => AsyncIterable<Figure>> = {
  start,
  'start-million': startMillion,
  'customer-in-cabinet': customerInCabinet,
  'first-page': firstPage,
  'client-page': clientPage,
  lists,
  forecast,
  csv,
  lifecycle,
  'charge-run': chargeRun,
  documents,
  month,
  revenue,
  bulk,
  'bank-statement': bankStatement,
  cabinets,
  reconcile,
  workers,
  hosts,
  roles,
  audit,
  persons,
  events,
  timeline,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  buildPages();
  await measure(asked.length > 0 ? asked : Object.keys(benchmarks));
}

async function measure(names: string[]): Promise<void> {
  console.log(`${availableParallelism()} cores, Node ${process.version}, ${load()}`);
  for (const name of names) {
    console.log(`— ${name}`);
    for await (const figure of benchmarks[name]?.() ?? []) console.log(lineOf(figure));
  }
  console.log(load());
}

/** The load of the whole machine over the last minute. Above the number of cores, times mean little. */
function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}

function buildPages(): void {
  const script = fileURLToPath(new URL('../scripts/build-if-stale.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
