import Fastify from 'fastify';
import pg from 'pg';
import { clientList } from '#contract/entities/client.ts';
import { filterableFields, offeredFields, operatorsOf } from '#contract/kernel/list-query.ts';
import { columnTypes } from '#server/db/column-types.ts';
import type { Figure } from './figure.ts';
import { filledServer, type FilledServer } from './support/filled-server.ts';
import { load, quantile } from './support/load.ts';
import { plainFilters } from './support/plain-filters.ts';

/** Set fewer to try the benchmark itself. */
const many = Number(process.env.BENCH_CLIENTS ?? 1_000_000);
const few = 10_000;

/** Lists of a million clients: pages, totals, searches, sorts and filters, and requests a second beside writers. */
export async function* lists(): AsyncGenerator<Figure> {
  const small = await pageOf(few);
  await using filled = await filledServer(many);
  const { server, connection } = filled;
  const token = await filled.signIn();
  const address = (query: string) => `${server.url}/api/admin/clients?${query}`;
  const times = async (query: string, seconds = 2) =>
    (await load(address(query), token, { seconds })).milliseconds;

  await times('limit=25');
  const first = await times('limit=25', 5);
  yield { what: 'page 1 of 1,000,000, exact total, signed in', samples: first, unit: 'ms', goal: 4 };
  const bare = await bareHandler(connection);
  // It took 31 ms on the machine on which the goals were set; the ratio shows how fast this machine is now.
  yield { what: 'a bare handler with a count', samples: bare, unit: 'ms' };
  yield {
    what: 'the same, against a bare handler with a count',
    samples: [middle(first) / middle(bare)],
    unit: '×',
    goal: 0.15,
  };
  yield { what: 'the same, against 10,000 clients', samples: [middle(first) / small], unit: '×', goal: 1.3 };
  const anew = await afterChanges(filled, address('limit=25'), token);
  yield { what: 'page 1, right after a change', samples: anew, unit: 'ms', goal: 4 };
  // Each once, so that none comes from memory.
  const pages = async (from: number) => {
    const samples: number[] = [];
    for (let page = from; page > from - 20; page -= 1) {
      samples.push(await once(address(`limit=25&page=${page}`), token));
    }
    return samples;
  };
  const deep = await pages(1000);
  yield { what: 'page 1,000', samples: deep, unit: 'ms' };
  yield {
    what: 'page 1,000, against the bare handler',
    samples: [middle(deep) / middle(bare)],
    unit: '×',
    goal: 0.15,
  };
  const last = Math.ceil(
    totalOf((await load(address('limit=25'), token, { seconds: 0.1, keep: true })).bodies) / 25,
  );
  const end = await pages(last);
  yield {
    what: 'the last page, against page 1 right after a change',
    samples: [middle(end) / middle(anew)],
    unit: '×',
    goal: 2,
  };

  yield* searches(filled, token);
  yield* sortsAndFilters(filled);
  const busy = await load(address('limit=25'), await filled.signIn(), { connections: 32, seconds: 8 });
  yield { what: '32 connections', samples: [busy.rate], unit: 'requests/s', goal: 1000, isFloor: true };
  yield {
    what: '32 connections, the slowest hundredth',
    samples: [quantile(busy.milliseconds, 0.99)],
    unit: 'ms',
    goal: 100,
  };
  yield* besideWriters(filled, await filled.signIn());
}

const middle = (samples: readonly number[]) => quantile(samples, 0.5);

function totalOf(bodies: readonly string[]): number {
  const answer: { meta: { total: number } } = JSON.parse(bodies[0] ?? '{}');
  return answer.meta.total;
}

async function pageOf(clients: number): Promise<number> {
  await using filled = await filledServer(clients);
  const token = await filled.signIn();
  const address = `${filled.server.url}/api/admin/clients?limit=25`;
  await load(address, token, { seconds: 2 });
  return middle((await load(address, token, { seconds: 5 })).milliseconds);
}

/** What the smallest program would do: the page and a count from an index, without any checks. */
async function bareHandler(connection: pg.PoolConfig): Promise<number[]> {
  const pool = new pg.Pool({ ...connection, types: columnTypes });
  await pool.query('create index if not exists bench_live on clients (id) where deleted_at is null');
  await pool.query('vacuum clients');
  const app = Fastify();
  app.get('/', async () => {
    const [page, count] = await Promise.all([
      pool.query(
        `select c.* from clients c where deleted_at is null order by created_at desc, id desc limit 25`,
      ),
      pool.query('select count(*) as total from clients where deleted_at is null'),
    ]);
    return { data: page.rows, meta: { total: count.rows[0] } };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await load(url, undefined, { seconds: 1 });
  const { milliseconds } = await load(url, undefined, { seconds: 4 });
  await app.close();
  await pool.query('drop index bench_live');
  await pool.end();
  return milliseconds;
}

/**
 * Each text once, so that its total is not known yet. In the order of names, clients with the same surname are next
 * to each other.
 */
async function* searches({ server, connection }: FilledServer, token: string): AsyncGenerator<Figure> {
  await using plain = plainFilters(connection);
  const rare = [
    'client77123@',
    '500077124',
    '+380500123456',
    'їжакевич софія ґ',
    'shop-123987.',
    'Світанок 123',
  ];
  const kinds: [string, { texts: string[]; sort?: string }][] = [
    ['rare', { texts: rare }],
    ['common', { texts: ['ковал', 'шевчен', 'gmail', 'олена', 'їжак', 'ткаченко'] }],
    [
      'several words',
      { texts: ['олена ковал', 'іван шевченко', 'ткаченко gmail', 'мельник софія', 'їжак 77'] },
    ],
    ['two letters', { texts: ['ко', 'їж', 'ма', 'ен', 'gm', '77'] }],
    ['in the order of names', { texts: ['мельни', 'юрчук', 'яр', 'зеров'], sort: '&sort[name]=asc' }],
  ];
  for (const [kind, { texts, sort = '' }] of kinds) {
    const samples: number[] = [];
    const ratios: number[] = [];
    for (const text of texts) {
      const query = `filter[search][ilike]=${encodeURIComponent(`%${text}%`)}`;
      const took = await once(`${server.url}/api/admin/clients?limit=25&${query}${sort}`, token);
      samples.push(took);
      ratios.push(took / ((await plain.took(query)) ?? NaN));
    }
    const what = `substring, ${kind}, the first time`;
    yield { what, samples, unit: 'ms', goal: 1000 };
    if (!sort) yield { what: `${what}, against two plain statements`, samples: ratios, unit: '×', goal: 1 };
  }
}

/** One reader who sees each change at once. */
async function afterChanges({ connection }: FilledServer, address: string, token: string): Promise<number[]> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  const samples: number[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    await pool.query(
      'update clients set updated_at = now() where id = (select id from clients order by created_at desc limit 1)',
    );
    samples.push(await once(address, token));
  }
  await pool.end();
  return samples;
}

async function once(address: string, token: string): Promise<number> {
  const { milliseconds } = await load(address, token, { seconds: 0.001 });
  return milliseconds[0] ?? NaN;
}

/** Values to search for; some clients have them. */
const looked: Record<string, string> = {
  name: 'Шевченко Іван',
  email: 'client12345@gmail.com',
  phone: '500012345',
  phone_e164: '+380500012345',
  country_code: 'LT',
  ident: '33333',
  cabinet_url: 'http://shop-5555.localhost',
  currency: 'UAH',
  domain: 'shop-5555.localhost',
  tariff_name: 'Склад',
  registration_source: 'Реклама',
  promo_code: 'CODE7',
  address: 'м. Київ, вул. Садова, 7',
  vat_number: 'UA0000000031',
  payment_payer: 'Шевченко Іван',
  payment_code: '00012345',
  payment_bank: 'АТ «Київбанк»',
  locale: 'de',
  status: 'grace',
  type: 'legal',
  cabinet_status: 'failed',
  billing_period: 'year',
  balance: '0',
  remaining_days: '7',
  cash_registers: '4',
  tariff_id: '0198c000-0000-7000-8000-000000000202',
  manager_id: '0198c000-0000-7000-8000-000000000305',
  monthly_turnover: '100000000',
  goods_count: '0',
  monthly_turnover_limit: '95000000',
  goods_quantity: '9900',
  trialEnds: '2026-11-27',
  lasts_until: '2026-12-01',
  over_tariff_limit: 'monthly_turnover_limit:100000000',
};
const otherwise: Record<string, string> = { moment: '2026-11-13', boolean: '1', number: '5', money: '5' };

/** Every operator of every field. */
const filters = (fields: readonly string[]) =>
  fields.flatMap((field) => {
    const spec = clientList.fields[field] ?? { type: 'text' };
    const value =
      looked[field] ?? spec.values?.[0] ?? otherwise[spec.type] ?? '0198c000-0000-7000-8000-000000000305';
    return operatorsOf(spec).flatMap((op) => {
      const values = op === 'null' ? ['0', '1'] : op === 'ilike' ? [`%${value.slice(1, 6)}%`] : [value];
      return values.map((one) => `filter[${field}][${op}]=${encodeURIComponent(one)}`);
    });
  });

/** The slowest sorts, in both directions, and filters, each for the first time. */
async function* sortsAndFilters({ server, connection, signIn }: FilledServer): AsyncGenerator<Figure> {
  await using plain = plainFilters(connection);
  const measure = async (queries: readonly string[]) => {
    // All of them together take longer than a token works.
    const token = await signIn();
    return measured(queries, async (query) => ({
      took: await once(`${server.url}/api/admin/clients?limit=25&${query}`, token),
      plainly: await plain.took(query),
    }));
  };
  const sorts = offeredFields(clientList).flatMap((field) => [`sort[${field}]=asc`, `sort[${field}]=desc`]);
  const withDeleted = (queries: readonly string[]) => queries.map((query) => `${query}&with_trashed=1`);
  const slowestSort = (trashed: string, all: Measured[]): Figure => ({
    what: `the slowest of ${sorts.length} sorts${trashed}`,
    samples: [all[0]?.took ?? NaN],
    unit: 'ms',
    goal: 150,
  });
  yield slowestSort('', await measure(sorts));
  yield slowestSort(' with deleted rows', await measure(withDeleted(sorts)));
  const offered = offeredFields(clientList);
  const linked = filterableFields(clientList).filter((field) => !offered.includes(field));
  for (const [what, fields] of [
    ['filters', offered],
    ['filters that only links ask', linked],
  ] as const) {
    for (const [trashed, queries] of [
      ['', filters(fields)],
      [' with deleted rows', withDeleted(filters(fields))],
    ] as const) {
      const all = await measure(queries);
      const name = `of ${queries.length} ${what}${trashed}`;
      yield { what: `the slowest ${name}`, samples: [all[0]?.took ?? NaN], unit: 'ms', goal: 1000 };
      const compared = all.flatMap(({ took, plainly }) => (plainly === undefined ? [] : [took / plainly]));
      if (compared.length > 0) {
        yield {
          what: `${compared.length} ${name}, against two plain statements`,
          samples: compared,
          unit: '×',
          goal: 1,
        };
      }
    }
  }
}

interface Measured {
  query: string;
  /** Milliseconds of the list, and of two plain statements that ask the same. */
  took: number;
  plainly: number | undefined;
}

/** Slowest first. Prints each above 150 ms, and each above 25 ms that plain statements answer sooner. */
async function measured(
  queries: readonly string[],
  measure: (query: string) => Promise<Omit<Measured, 'query'>>,
): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const query of queries) all.push({ query, ...(await measure(query)) });
  all.sort((a, b) => b.took - a.took);
  for (const { query, took, plainly } of all) {
    if (took <= 150 && (took <= 25 || took <= (plainly ?? Infinity))) continue;
    const beside = plainly === undefined ? '' : `, plainly ${Math.round(plainly)} ms`;
    console.log(`  ${Math.round(took)} ms ${query}${beside}`);
  }
  return all;
}

/**
 * Fifty clients a second are changed, added, deleted and restored. Every total must have been true at some time
 * meanwhile.
 */
async function* besideWriters({ server, connection }: FilledServer, token: string): AsyncGenerator<Figure> {
  const pool = new pg.Pool({ ...connection, types: columnTypes, max: 4 });
  const count = async () => {
    const { rows } = await pool.query<{ total: number }>(
      'select count(*) as total from clients where deleted_at is null',
    );
    return rows[0]?.total ?? NaN;
  };
  const { rows } = await pool.query<{ id: string }>(
    'select id from clients where deleted_at is null order by md5(id::text) limit 2000',
  );
  const began = await count();
  let written = 0;
  let gone = 0;
  const writing = setInterval(() => {
    const id = rows[written % rows.length]?.id;
    const isDelete = written % 4 === 0 && written < rows.length;
    written += 1;
    if (isDelete) gone += 1;
    const change = isDelete ? 'deleted_at = now()' : "status = 'blocked', updated_at = now()";
    void pool.query(`update clients set ${change} where id = $1`, [id]);
  }, 20);
  const address = `${server.url}/api/admin/clients?limit=25`;
  const { rate, bodies } = await load(address, token, { connections: 32, seconds: 10, keep: true });
  clearInterval(writing);
  const totals = bodies.map((body) => totalOf([body]));
  const ended = await count();
  if (totals.some((total) => total > began || total < began - gone) || ended !== began - gone) {
    throw new Error(`a total was wrong: ${Math.min(...totals)}–${Math.max(...totals)}, ${began} to ${ended}`);
  }
  await pool.end();
  yield {
    what: `the same while ${Math.round(written / 10)} clients a second change`,
    samples: [rate],
    unit: 'requests/s',
    goal: 300,
    isFloor: true,
  };
}
