import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCabinet, putTask, updateCabinet } from '#server/cabinets/cabinet-store.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { moveCabinet } from '#server/cabinets/hosts/move-cabinet.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import type { TestApp } from '#tests/support/app.ts';
import { type RunningHost, startHosts } from '#tests/support/cabinets/cabinet-hosts.ts';
import { visit } from '#tests/support/cabinets/visit.ts';
import { continueWork, killedWorkers } from '#tests/support/processes/killed-places.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** A move between hosts (decision 213), done by a process that is killed at every place. */
const clients = 80;
const names = ['a', 'b'] as const;
type Name = (typeof names)[number];
let app: TestApp;
let hosts: Record<string, RunningHost>;
let ids: string[];
let workers: ReturnType<typeof killedWorkers>;

beforeAll(async () => {
  ({ app, hosts } = await startHosts(names));
  workers = killedWorkers(app, {
    ROLES: 'worker',
    CABINET_HOSTS: app.platform.config.cabinets.hosts.map(({ name, url }) => `${name}=${url}`).join(','),
  });
  const tariffId = await newTariff(app, { month: 0 });
  ids = [];
  for (let made = 0; made < clients; made += 1) {
    const { id } = await subscriber(app, { tariffId, endsIn: 20 });
    await db()
      .transaction()
      .execute((tx) => startCabinet(app.platform, tx, id, app.clock.now()));
    await runTasks(app.platform, id);
    const cabinet = new DatabaseSync(at(await hostOf(id)).fileOf(id));
    cabinet.exec("INSERT INTO goods (id, name, price, quantity, created_at) VALUES ('1', 'Хліб', 1, 1, 1)");
    cabinet.close();
    ids.push(id);
  }
});
afterAll(async () => {
  await workers.end();
  await app.close();
});

const db = () => app.platform.database.db;
const at = (name: Name): RunningHost => hosts[name] ?? expect.fail(`no host ${name}`);
const other = (name: Name): Name => (name === 'a' ? 'b' : 'a');
const placeOf = (id: string) =>
  db()
    .selectFrom('cabinets')
    .select(['host', 'second_host', 'task'])
    .where('client_id', '=', id)
    .executeTakeFirstOrThrow();
async function hostOf(id: string): Promise<Name> {
  const { host } = await placeOf(id);
  return names.find((name) => name === host) ?? expect.fail('on no host');
}

/** Where each cabinet was when its work began. */
const from = new Map<string, Name>();
let moves = 0;

async function begin(id: string): Promise<void> {
  const host = await hostOf(id);
  from.set(id, host);
  expect(await moveCabinet(app.platform, id, other(host))).toBe('moving');
}

/** After it was held and copied, the move was given up. */
async function giveUp(id: string): Promise<void> {
  const host = await hostOf(id);
  from.set(id, host);
  const stored = (await findCabinet(db(), id)) ?? expect.fail('no cabinet');
  const identity = identityOf(app.platform, stored);
  const { hosts: driver } = app.platform.drivers.of('embedded');
  await driver?.of(host).hold(identity);
  await driver?.of(other(host)).copyFrom(host, identity);
  await updateCabinet(db(), id, { second_host: other(host) });
  await putTask(db(), id, { task: 'move_back' });
}

const kinds = {
  'a move': { begin, moves: true },
  'the undoing of a move': { begin: giveUp, moves: false },
};

/** The hosts that open the cabinet themselves. */
async function openAt(id: string): Promise<Name[]> {
  const { domain } = await db()
    .selectFrom('clients')
    .select('domain')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const seen = await Promise.all(
    names.map((name) => visit(at(name), domain ?? '', { headers: { 'x-cabinet-passed-on': name } })),
  );
  return names.filter((_, index) => seen[index]?.status === 200);
}

function goodsOf(name: Name, id: string): unknown[] {
  const cabinet = new DatabaseSync(at(name).fileOf(id), { readOnly: true });
  const goods = cabinet.prepare('SELECT name FROM goods').all();
  cabinet.close();
  return goods;
}

describe('a worker killed with kill -9 at every place of', () => {
  it.each(Object.entries(kinds))(
    '%s loses nothing, and opens one copy at most',
    async (_, kind) => {
      const touched = await workers.killAtEveryPlace(ids, kind.begin);
      for (const id of touched) expect((await openAt(id)).length).toBeLessThanOrEqual(1);
      const before = await Promise.all(touched.map(placeOf));
      const taken = await continueWork(app);
      // Nobody is left without a job.
      expect(touched.filter((id, index) => before[index]?.task && !taken.has(id))).toEqual([]);
      expect(taken.size).toBeGreaterThan(touched.length / 2);

      for (const id of touched) {
        const began = from.get(id) ?? 'a';
        const host = kind.moves ? other(began) : began;
        expect(await placeOf(id)).toEqual({ host, second_host: null, task: null });
        expect(await openAt(id)).toEqual([host]);
        expect(names.filter((name) => at(name).has(id))).toEqual([host]);
        expect(goodsOf(host, id)).toEqual([{ name: 'Хліб' }]);
      }
      const { length: said } = await db()
        .selectFrom('audit_entries')
        .select('client_id')
        .where('action', '=', 'cabinet.moved')
        .execute();
      expect(said).toBe((moves += kind.moves ? touched.length : 0));
      const findings = await db().selectFrom('cabinet_findings').select('client_id').execute();
      expect(findings).toEqual([]);
    },
    120_000,
  );
});
