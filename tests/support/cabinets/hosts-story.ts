import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { continueDraining, drainHost } from '#server/cabinets/hosts/drain-hosts.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { visit } from '#tests/support/cabinets/visit.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { TestApp } from '#tests/support/app.ts';
import { staffMember } from '#tests/support/people.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];

/** A platform with the roles web and worker. */
type Platform = Pick<TestApp, 'platform' | 'url' | 'databaseUrl' | 'call'> & { clock: Clock };

/** What the processes of a story are started with, hosts and platform alike. */
export interface HostPlan {
  environment: Record<string, string>;
  ports: Record<Name, number>;
}

export async function planHosts(): Promise<HostPlan> {
  const [a = 0, b = 0, c = 0] = await Promise.all(names.map(() => freePort()));
  const ports = { a, b, c };
  return {
    ports,
    environment: {
      CABINET_HOSTS: names.map((name) => `${name}=http://127.0.0.1:${ports[name]}`).join(','),
      CABINET_PORT: String(a),
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN: 'a-token-for-metrics-in-tests',
    },
  };
}

interface Shop {
  clientId: string;
  domain: string;
  cookie: string;
  /** The names of goods that the cabinet said it had stored. */
  stored: string[];
}

export interface StoryResult {
  stored: number;
  /** Answers that asked to come back, by their status. */
  refused: number;
  /** Anything else, which should be none. */
  failures: string[];
  lost: string[];
  doubled: string[];
  /** Cabinets that are in more than one folder, or not where the record says. */
  misplaced: string[];
  drainMs: number;
}

/**
 * Three hosts in processes of their own, people who add goods to all cabinets all the time, one host killed and started
 * again, one drained meanwhile. `app` has the roles web and worker, with the plan's environment.
 */
export async function hostsStory(
  app: Platform,
  plan: HostPlan,
  { cabinets, writers }: { cabinets: number; writers: number },
): Promise<StoryResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantry-hosts-'));
  const processes = new Map<Name, ServerProcess>();
  const start = async (name: Name) => {
    processes.set(name, await startHostProcess(app, plan, { name, dataDir: path.join(folder, name) }));
  };
  try {
    await Promise.all(names.map(start));
    const shops = await openShops(app, plan, cabinets);
    const traffic = startTraffic(plan, shops, writers);
    await traffic.more();
    await processes.get('c')?.kill('SIGKILL');
    await traffic.more();
    await start('c');
    const began = performance.now();
    await drainHost(app.platform, 'b', true);
    await until(
      'the drained host to be empty',
      async () => {
        await continueDraining(app.platform);
        return (await countOn(app, 'b')) === 0;
      },
      { withinMs: 300_000 },
    );
    const drainMs = performance.now() - began;
    await traffic.more();
    const { refused, failures } = await traffic.stop();
    await Promise.all([...processes.values()].map((each) => each.kill('SIGTERM')));
    return { refused, failures, drainMs, ...(await checkAll(app, folder, shops)) };
  } finally {
    const left = [...processes.values()].filter((each) => each.isRunning());
    await Promise.all(left.map((each) => each.kill('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  }
}

function startHostProcess(
  app: Platform,
  { environment, ports }: HostPlan,
  { name, dataDir }: { name: Name; dataDir: string },
): Promise<ServerProcess> {
  const { secretKey = '', publicUrl } = app.platform.config;
  return startProcess(
    {
      ...environment,
      ROLES: 'cabinets',
      CABINET_HOST_NAME: name,
      CABINET_LISTEN_PORT: String(ports[name]),
      CABINET_API_URL: `${app.url}/api`,
      DATA_DIR: dataDir,
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: secretKey,
      PUBLIC_URL: publicUrl,
    },
    { ready: 'runs: cabinets' },
  );
}

/** Makes the cabinets, and signs a colleague in to each. */
async function openShops(app: Platform, plan: HostPlan, count: number): Promise<Shop[]> {
  const { db } = app.platform.database;
  const tariffId = await newTariff(app, { month: 0 });
  await sellingGoods(app);
  const { token } = await staffMember(app);
  const shops: Shop[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await subscriber(app, { tariffId, status: 'active', endsIn: 20 });
    await db.transaction().execute((tx) => startCabinet(app.platform, tx, id, app.clock.now()));
    shops.push({ clientId: id, domain: '', cookie: '', stored: [] });
  }
  for (const shop of shops) {
    shop.domain = await until('a cabinet', async () => {
      const row = await db
        .selectFrom('clients')
        .select(['domain', 'cabinet_status'])
        .where('id', '=', shop.clientId)
        .executeTakeFirst();
      return row?.cabinet_status === 'active' ? (row.domain ?? undefined) : undefined;
    });
    const { body } = await app.call('POST', `/api/admin/clients/${shop.clientId}/sign-in`, {
      token,
      body: { reason: 'Three hosts' },
    });
    const { pathname, search } = new URL(body.data.url);
    // An address signs in sixty times a minute, so everybody has one of their own.
    const place = shops.indexOf(shop);
    const from = { 'x-forwarded-for': `10.0.${Math.floor(place / 250)}.${1 + (place % 250)}` };
    const { status, headers } = await visit({ port: plan.ports.a }, shop.domain, {
      path: pathname + search,
      headers: from,
    });
    if (!headers['set-cookie']) throw new Error(`nobody came into a cabinet: ${status}`);
    shop.cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
  }
  return shops;
}

/** People who add one good after the other to one cabinet after the other. */
function startTraffic({ ports }: HostPlan, shops: readonly Shop[], writers: number) {
  const failures: string[] = [];
  let [stored, refused, turn] = [0, 0, 0];
  let stopping = false;
  const work = Promise.all(
    Array.from({ length: writers }, async () => {
      while (!stopping && failures.length === 0) {
        const shop = shops[(turn += 1) % shops.length];
        // The proxy has taken the killed host out; the drained one still passes on.
        if (shop) await addGood(shop, turn % 2 === 0 ? ports.a : ports.b);
      }
    }),
  );
  return {
    /** Waits until every cabinet was written to once more, or would have been. */
    more: async () => {
      const before = stored;
      await until('more goods', () => stored >= before + shops.length || failures.length > 0);
    },
    async stop() {
      stopping = true;
      await work;
      return { refused, failures };
    },
  };

  async function addGood(shop: Shop, port: number): Promise<void> {
    const name = randomUUID();
    const answer = await visit({ port }, shop.domain, {
      path: '/goods',
      method: 'POST',
      headers: {
        cookie: shop.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ name, price: '1', quantity: '1', once: randomUUID() }).toString(),
    }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') failures.push(answer);
    else if (answer.status === 303 && String(answer.headers.location).startsWith('/goods?added')) {
      shop.stored.push(name);
      stored += 1;
    } else if (answer.status === 503 && answer.headers['retry-after'] !== undefined) refused += 1;
    else failures.push(`${answer.status} ${String(answer.headers.location)} ${answer.body.slice(0, 300)}`);
  }
}

async function countOn(app: Platform, host: Name): Promise<number> {
  const rows = await app.platform.database.db
    .selectFrom('cabinets')
    .select('client_id')
    .where((eb) => eb.or([eb('host', '=', host), eb('second_host', '=', host)]))
    .execute();
  return rows.length;
}

/** Whether each cabinet is in one folder, the recorded one, with every good that was said to be stored, once. */
async function checkAll(app: Platform, folder: string, shops: readonly Shop[]) {
  const [lost, doubled, misplaced]: [string[], string[], string[]] = [[], [], []];
  for (const { clientId, stored } of shops) {
    const { host } = await app.platform.database.db
      .selectFrom('cabinets')
      .select('host')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow();
    const goods = names.flatMap((name) => goodsIn(path.join(folder, name, 'cabinets', `${clientId}.sqlite`)));
    const home = goodsIn(path.join(folder, host ?? '', 'cabinets', `${clientId}.sqlite`));
    if (home.length !== goods.length) misplaced.push(clientId);
    lost.push(...stored.filter((name) => !home.includes(name)));
    doubled.push(...home.filter((name, place) => home.indexOf(name) !== place));
  }
  return { stored: shops.flatMap((shop) => shop.stored).length, lost, doubled, misplaced };
}

function goodsIn(file: string): string[] {
  try {
    const cabinet = new DatabaseSync(file, { readOnly: true });
    const rows = cabinet.prepare('SELECT name FROM goods').all();
    cabinet.close();
    return rows.map(({ name }) => String(name));
  } catch {
    return [];
  }
}
