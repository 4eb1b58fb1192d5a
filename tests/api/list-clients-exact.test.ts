import fc from 'fast-check';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientList } from '#contract/entities/client.ts';
import {
  emptyListQuery,
  type Filter,
  type ListQuery,
  offeredFields,
  operatorsOf,
  type Trashed,
} from '#contract/kernel/list-query.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { clientSource } from '#server/clients/list/client-columns.ts';
import { columnTypes } from '#server/db/column-types.ts';
import { pattern, wordsOf } from '#server/lists/list-conditions.ts';
import { listPage } from '#server/lists/list-page.ts';
import type { Tables } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { type Draw, draws } from '#tests/support/draws.ts';

/** Compares the list of clients with the plainest SQL; needs no server. */
let database: TestDatabase;
let db: Kysely<Tables>;
let tariffs: string[];
let managers: string[];
beforeAll(async () => {
  database = await freshDatabase();
  const pool = new pg.Pool({ ...database.connection, max: 12, types: columnTypes });
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const names = ['Старт', 'Ґанок', 'Яблуня', 'Абрикос', 'Абрикос'];
  tariffs = await Promise.all(names.map((name) => insertTariff(name)));
  managers = await Promise.all(['Оля', 'Іван'].map((name) => insertManager(name)));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const now = new Date('2026-03-29T00:30:00Z');
const timeZone = 'Europe/Kyiv';
const source = clientSource({
  locale: 'uk',
  defaultLocale: 'uk',
  timeZone,
  now,
  currency: 'UAH',
  url: { before: 'http://', after: ':8443' },
});

async function insertTariff(name: string): Promise<string> {
  const id = newId(now);
  const texts = { name, description: '', subtitle: '' };
  await db
    .insertInto('tariffs')
    .values({
      id,
      price_month: 10_000,
      price_year: 100_000,
      recommended_days: 30,
      visibility: 'private',
      position: 2,
      translations: JSON.stringify({ uk: texts }),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function insertManager(name: string): Promise<string> {
  const id = newId(now);
  const email = `${id}@example.com`;
  await db
    .insertInto('users')
    .values({
      id,
      email,
      email_key: email,
      name,
      permissions: ['clients.read'],
      locale: 'uk',
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

let counter = 0;
/** A client with random ties and empty values. */
function clientRow({ below }: Draw, given: Record<string, unknown> = {}) {
  counter += 1;
  const created = new Date(Date.parse('2026-01-01T00:00:00Z') + below(40) * 3_600_000);
  const some = <Value>(value: Value): Value | null => (below(3) === 0 ? null : value);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value; // never beyond
  const moment = () => some(new Date(created.getTime() + below(30) * 86_400_000));
  const word = () => some(pick(['Ґанок', 'ганок', 'Їжак', 'яблуко', 'b', 'B', 'a_b', '100%']));
  const email = `Client${counter}@Example.com`;
  const deleted = below(4) ? null : created;
  const phone = String(671_000_000 + counter);
  return {
    id: newId(created),
    name: pick(['Ґанна', 'Ганна', 'Іван', 'Юрій', 'anna']),
    created_at: created,
    type: pick(['individual', 'legal'] as const),
    email,
    email_key: emailKey(email),
    country_code: pick(['UA', 'LT']),
    phone,
    phone_e164: `+380${phone}`,
    ident: String(below(4)),
    locale: pick(['uk', 'de'] as const),
    tariff_id: pick(tariffs),
    manager_id: some(pick(managers)),
    status: pick(['trial', 'active', 'grace', 'blocked'] as const),
    billing_period: pick(['month', 'year'] as const),
    cabinet_status: pick(['none', 'active', 'failed'] as const),
    domain: some(`shop-${counter}.localhost`),
    own_domain: some(`kasa-${counter}.example.com`),
    trial_ends: moment(),
    lasts_until: moment(),
    last_visit: moment(),
    last_login: moment(),
    last_top_up_at: moment(),
    blocked_at: moment(),
    deletion_at: moment(),
    deleted_at: deleted,
    erased_at: deleted && !('deleted_at' in given) ? some(created) : null,
    blocked_from: below(5) ? null : ('active' as const),
    block_reason: word(),
    closes_at: moment(),
    close_reason: word(),
    deleted_reason: word(),
    cash_registers: below(3),
    goods_count: below(3),
    monthly_turnover: below(3),
    over_limit: below(2) === 0,
    monthly_turnover_limit: some(below(3)),
    goods_quantity: some(below(3)),
    source: pick(['direct', 'partner', 'import'] as const),
    registration_source: word(),
    promo_code: word(),
    address: word(),
    vat_number: word(),
    contact_person: word(),
    utm_source: word(),
    utm_medium: word(),
    utm_campaign: word(),
    payment_payer: word(),
    payment_code: word(),
    payment_ipn: word(),
    payment_bank: word(),
    payment_mfo: word(),
    payment_account: word(),
    payment_address: word(),
    payment_phone: word(),
    payment_product: word(),
    documents_email: word(),
    updated_at: new Date(created.getTime() + below(9) * 1000),
    ...given,
  };
}

const insert = (rows: ReturnType<typeof clientRow>[], tx: Kysely<Tables> = db) =>
  tx.insertInto('clients').values(rows).execute();

const page = (query: Partial<ListQuery>) =>
  listPage(db, { spec: clientList, source, timeZone, query: { ...emptyListQuery, ...query } });

describe('sorting and paging', () => {
  beforeAll(() => {
    const draw = draws(7);
    return insert(Array.from({ length: 60 }, () => clientRow(draw)));
  });

  const conditions = {
    without: sql`c.deleted_at is null`,
    only: sql`c.deleted_at is not null`,
    with: sql`true`,
  };

  /** By sorting all columns of the wide table. */
  async function plainly(field: string, order: 'asc' | 'desc', trashed: Trashed): Promise<string[]> {
    const column = source.columns[field];
    const said = column?.cell ?? column?.sql ?? sql`null`;
    const value = field.includes('url')
      ? sql`c.domain`
      : field === 'remaining_days'
        ? sql`c.trial_ends`
        : said;
    const collation = isText(field) ? (isWord(field) ? sql`collate "uk-x-icu"` : sql`collate "C"`) : sql``;
    const { rows } = await sql<{ id: string }>`
      select c.id from clients c join tariffs t on t.id = c.tariff_id where ${conditions[trashed]}
      order by ${value} ${collation} ${sql.raw(order)} nulls last, c.id ${sql.raw(order)}`.execute(db);
    return rows.map(({ id }) => id);
  }
  const isText = (field: string) => clientList.fields[field]?.type === 'text' || field === 'cabinet_url';
  const isWord = (field: string) =>
    ![
      'email',
      'phone',
      'phone_e164',
      'country_code',
      'ident',
      'domain',
      'cabinet_url',
      'locale',
      'currency',
    ].includes(field);

  it.each(offeredFields(clientList))('by %s is that of one plain sort, page by page', async (field) => {
    for (const order of ['asc', 'desc'] as const) {
      for (const trashed of ['without', 'with', 'only'] as const) {
        const expected = await plainly(field, order, trashed);
        const ids: string[] = [];
        for (let number = 1; number <= Math.ceil(expected.length / 7); number += 1) {
          const read = await page({ sort: [{ field, order }], trashed, limit: 7, page: number });
          expect(read.total).toBe(expected.length);
          ids.push(...read.ids);
        }
        expect(ids).toEqual(expected);
      }
    }
  });

  it('of an empty page beyond the end is empty, whatever is remembered', async () => {
    for (const number of [40, 9, 8, 40]) {
      const { ids, total } = await page({
        limit: 7,
        page: number,
        sort: [{ field: 'address', order: 'desc' }],
      });
      expect(ids.length).toBe(Math.max(0, Math.min(7, total - (number - 1) * 7)));
    }
  });
});

describe('searching', () => {
  const texts = [
    'Їжак',
    'їЖаК',
    'ґ',
    'щука 100%',
    'a_b',
    'back\\slash',
    "О'Ніл",
    '😀 сміх',
    'Straße',
    'ÉCOLE',
    'ЁЛКА',
    'Ґї їґ', // all pairs of "ґїґ", but nowhere in a row
  ];
  beforeAll(() => {
    const draw = draws(11);
    return insert(
      [...texts, ...texts.map((text) => `Ко ${text} вал`)].map((name, index) =>
        clientRow(draw, {
          name,
          deleted_at: null,
          email: `${index}_щ%x@example.com`,
          email_key: `${index}_щ%x@example.com`,
          ident: `77${index}`,
          domain: index % 2 ? null : `ко-${index}`,
        }),
      ),
    );
  });

  const piece = fc.constantFrom(
    '%',
    '_',
    '\\',
    '\\%',
    '\\_',
    '\\\\',
    "'",
    '"',
    'Ї',
    'їж',
    'Ж',
    'ак',
    'щ',
    'ко',
    'К',
    'О',
    ' ',
    '1',
    '77',
    '+380',
    'a',
    'A',
    'b',
    '😀',
    'é',
    'ß',
    'ё',
    '@',
    '.',
    '-',
    'x',
    '\u0001',
    '\u0000',
    '%%',
    'example',
    '100%',
  );
  const typed = fc.oneof(
    fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 4 }).map((pieces) => `%${pieces.join('')}%`),
    fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => `%${text}%`),
  );

  async function plainly(columns: string[], value: string): Promise<string[]> {
    const looked = pattern(value);
    // A search takes the words of a text in any order.
    const each = (columns.length > 2 ? wordsOf(looked) : [looked]).map((word) => {
      const any = columns.map((column) => sql`${sql.ref(column)} ilike ${word}`);
      return sql`(${sql.join(any, sql` or `)})`;
    });
    const { rows } = await sql<{ id: string }>`
      select id from clients where deleted_at is null and ${sql.join(each, sql` and `)}`.execute(db);
    return rows.map(({ id }) => id).sort();
  }
  const found = async (field: string, value: string) => {
    const { ids, total } = await page({ limit: 200, filters: [{ field, op: 'ilike', value }] });
    expect(total).toBe(ids.length);
    return ids.sort();
  };

  it.each([
    ['search', ['name', 'email', 'phone_e164', 'ident', 'domain']],
    ['name', ['name']],
    ['ident', ['ident']],
    ['domain', ['domain']],
    ['phone', ['phone', 'phone_e164']],
  ])('%s finds what a plain ILIKE finds', async (field, columns) => {
    await fc.assert(
      fc.asyncProperty(typed, async (value) => {
        expect(await found(field, value)).toEqual(await plainly(columns, value));
      }),
      {
        numRuns: 120,
        examples: [
          '%ґїґ%',
          '%ко ї%',
          '%1 К%',
          '%ВАЛ 77%',
          '%100\\% щука%',
          '% ко%',
          '%77%',
          '%ко%',
          '%-1%',
          '%\\_%',
        ].map((one): [string] => [one]),
      },
    );
  });

  it('finds Cyrillic in whatever case, and sees changes at once', async () => {
    const before = await found('search', '%ЇЖАК%');
    expect(before.length).toBeGreaterThan(3);
    const [id = ''] = before;
    await db.updateTable('clients').set({ name: 'Хтось інший' }).where('id', '=', id).execute();
    expect(await found('search', '%їжак%')).toEqual(before.filter((one) => one !== id));
    expect(await found('search', '%ХТОСЬ%')).toEqual([id]);
  });
});

describe('filtering', () => {
  beforeAll(() => {
    const draw = draws(13);
    return insert(Array.from({ length: 60 }, () => clientRow(draw)));
  });

  const url = sql`('http://' || c.domain || ':8443')`;
  const plain: Record<string, { column: RawBuilder<unknown>; type: string }> = Object.fromEntries(
    offeredFields(clientList).flatMap((field) => {
      const { type = 'text' } = clientList.fields[field] ?? {};
      const said = source.columns[field]?.cell ?? source.columns[field]?.sql;
      if (
        !said ||
        ['remaining_days', 'next_tariff', 'tariff_name', 'email', 'phone', 'tag_id'].includes(field)
      )
        return [];
      return [[field, { column: field === 'cabinet_url' ? url : said, type }]];
    }),
  );

  /** In the plainest SQL. */
  function condition({ field, op, value }: Filter): RawBuilder<unknown> {
    const { column, type } = plain[field] ?? { column: sql`null`, type: 'text' };
    const one = (text: string) => {
      const casts: Record<string, string> = {
        number: 'bigint',
        money: 'bigint',
        boolean: 'boolean',
        id: 'uuid',
        moment: 'timestamptz',
      };
      return sql`${text}::${sql.raw(casts[type] ?? 'text')}`;
    };
    const given = [value].flat();
    const [first = ''] = given;
    if (op === 'null') return first === '1' ? sql`${column} is null` : sql`${column} is not null`;
    if (op === 'ilike') return sql`${column}::text ilike ${pattern(first)}`;
    if (op === 'in') return sql`${column} in (${sql.join(given.map(one))})`;
    const signs = { eq: '=', ne: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' };
    return sql`${column} ${sql.raw(signs[op])} ${one(first)}`;
  }

  /** As in an address. */
  const valueOf = (value: unknown, type: string): string =>
    value instanceof Date ? value.toISOString() : type === 'boolean' ? (value ? '1' : '0') : String(value);

  async function expectExact(filters: Filter[], trashed: Trashed): Promise<void> {
    const read = (page: number) =>
      listPage(db, {
        spec: clientList,
        timeZone,
        source,
        query: { ...emptyListQuery, filters, trashed, limit: 7, page },
      });
    const [first, second] = [await read(1), await read(2)];
    const present = {
      without: sql`c.deleted_at is null`,
      only: sql`c.deleted_at is not null`,
      with: sql`true`,
    };
    const where = sql.join([present[trashed], ...filters.map(condition)], sql` and `);
    const { rows } = await sql<{ id: string; total: number }>`
      select c.id, count(*) over () as total from clients c where ${where}
      order by c.created_at desc, c.id desc limit 14`.execute(db);
    const said = JSON.stringify([filters, trashed]);
    const ids = rows.map(({ id }) => id);
    const total = rows[0]?.total ?? 0;
    expect([said, first.total, first.ids]).toEqual([said, total, ids.slice(0, 7)]);
    expect([said, second.total, second.ids]).toEqual([said, total, ids.slice(7)]);
  }

  const change = async (turn: number) => {
    const some = (share: number) =>
      sql<string>`(select id from clients order by md5(id::text || ${turn}::text) limit ${share})`;
    await db.updateTable('clients').set({ deleted_at: now }).where('id', 'in', some(9)).execute();
    await db
      .updateTable('clients')
      .set({
        deleted_at: null,
        erased_at: null,
        address: 'Ґанок',
        locale: 'de',
        trial_ends: null,
        updated_at: now,
      })
      .where('id', 'in', some(5))
      .execute();
    await db.deleteFrom('clients').where('id', 'in', some(2)).execute();
    await insert([clientRow(draws(turn + 20))]);
  };

  it('finds and counts what plain conditions do, by every operator of every field, after changes too', async () => {
    const draw = draws(17);
    for (const [turn, [field, { type, column }]] of Object.entries(plain).entries()) {
      if (turn % 6 === 5) await change(turn);
      const { rows } = await sql<{ value: unknown }>`
        select value from (select distinct ${column} as value from clients c) as them
        where value is not null order by md5(value::text) limit 3`.execute(db);
      const values = rows.map(({ value }) => valueOf(value, type));
      for (const op of operatorsOf(clientList.fields[field] ?? { type: 'text' })) {
        const given = values[draw.below(values.length)] ?? '';
        const [begin, end] = [draw.below(3), 2 + draw.below(9)];
        const value =
          op === 'null'
            ? String(draw.below(2))
            : op === 'in'
              ? values
              : op === 'ilike'
                ? `%${given.slice(begin, begin + end).toUpperCase()}%`
                : given;
        const trashed = (['without', 'without', 'with', 'only'] as const)[draw.below(4)] ?? 'without';
        await expectExact([{ field, op, value }], trashed);
        await expectExact(
          [
            { field, op, value },
            { field: 'name', op: 'ilike', value: '%а%' },
          ],
          trashed,
        );
      }
    }
  });

  it('finds what lies beyond a bound, and nobody who has none', async () => {
    const draw = draws(19);
    for (const [field, { type, column }] of Object.entries(plain)) {
      const ops = operatorsOf(clientList.fields[field] ?? { type: 'text' });
      const bounds = await sql<{ value: unknown }>`
        select percentile_disc(array[0.1, 0.9]) within group (order by ${column}) as value from clients c`
        .execute(db)
        .then(({ rows: [row] }) => (Array.isArray(row?.value) ? row.value : []));
      for (const op of (['gt', 'gte', 'lt', 'lte'] as const).filter((one) => ops.includes(one))) {
        for (const bound of bounds) {
          const filters: Filter[] = [{ field, op, value: valueOf(bound, type) }];
          await expectExact(filters, draw.from(['without', 'with', 'only'] as const));
        }
      }
    }
  });

  it('keeps the order of a column beside a filter', async () => {
    const draw = draws(23);
    const asked: Filter[][] = [
      [{ field: 'type', op: 'eq', value: 'legal' }],
      [{ field: 'search', op: 'ilike', value: '%а%' }],
      [{ field: 'search', op: 'ilike', value: '%77%' }],
      [{ field: 'address', op: 'null', value: '0' }],
      [{ field: 'phone', op: 'null', value: '0' }],
      [
        { field: 'type', op: 'eq', value: 'legal' },
        { field: 'balance', op: 'gt', value: '0' },
      ],
    ];
    const read = (query: Partial<ListQuery>) =>
      listPage(db, {
        spec: clientList,
        timeZone,
        source,
        query: { ...emptyListQuery, ...query },
      });
    for (const field of offeredFields(clientList)) {
      const trashed = draw.from(['without', 'only', 'with'] as const);
      const sort = [{ field, order: draw.from(['asc', 'desc'] as const) }];
      const filters = draw.from(asked);
      const everybody = await read({ sort, trashed, limit: 100_000 });
      const found = new Set((await read({ filters, trashed, limit: 100_000 })).ids);
      const inOrder = everybody.ids.filter((id) => found.has(id));
      const last = Math.max(1, Math.ceil(found.size / 7));
      for (const isRemembered of [false, true]) {
        for (const page of [1, 2, last]) {
          if (!isRemembered) await sql`select note_list_change('clients', 0, 0)`.execute(db);
          const said = JSON.stringify([sort, filters, trashed, isRemembered, page]);
          const { ids, total } = await read({ sort, filters, trashed, limit: 7, page });
          expect([said, total, ids]).toEqual([said, found.size, inOrder.slice(7 * (page - 1), 7 * page)]);
        }
      }
    }
  });

  it.each([
    '%ttp:%',
    '%:8443%',
    '%p://SHOP-1%',
    '%//sho%',
    '%host:84%',
    '%/shop-1.localhost:%',
    '%t:8%',
    '%8443',
  ])('finds %s in the addresses of cabinets', (value) =>
    expectExact([{ field: 'cabinet_url', op: 'ilike', value }], 'without'),
  );
});

describe('totals', () => {
  const half = { filters: [{ field: 'status', op: 'eq' as const, value: 'active' }] };

  it('are exact at every moment while others insert, change, delete, restore and roll back', async () => {
    let isOver = false;
    const writer = async (seed: number) => {
      const draw = draws(seed);
      for (let turn = 0; turn < 25; turn += 1) {
        await db
          .transaction()
          .execute(async (tx) => {
            const row = clientRow(draw, { status: 'active', deleted_at: null });
            await insert([row], tx);
            const target = {
              id: row.id,
              other: sql<string>`(select id from clients order by md5(id::text || ${turn + seed}::text) limit 1)`,
            };
            const act = draw.below(5);
            const changes =
              act === 0
                ? { deleted_at: now }
                : act === 1
                  ? { status: 'grace' as const }
                  : { deleted_at: null, erased_at: null };
            await tx.updateTable('clients').set(changes).where('id', '=', target.id).execute();
            if (act === 2) await tx.deleteFrom('clients').where('id', '=', target.id).execute();
            if (act === 3) throw new Error('rolled back');
          })
          .catch((error: Error) => expect(error.message).toBe('rolled back'));
      }
    };
    const reader = async () => {
      for (let turn = 0; !isOver || turn < 5; turn += 1) {
        // Few enough for one page, because a total of another moment would differ from the page's length.
        for (const trashed of ['without', 'with', 'only'] as const) {
          const { ids, total } = await page({ ...half, trashed, limit: 1000 });
          expect(ids.length).toBe(total);
          const all = await page({ trashed, limit: 1000, sort: [{ field: 'name', order: 'asc' }] });
          expect(all.ids.length).toBe(all.total);
        }
      }
    };
    const reading = [reader(), reader()];
    await Promise.all([1, 2, 3, 4].map(writer)).finally(() => (isOver = true));
    await Promise.all(reading);
    const { rows } = await sql<{ live: number; deleted: number }>`
      select count(*) filter (where deleted_at is null) as live, count(*) filter (where deleted_at is not null) as deleted
      from clients`.execute(db);
    expect([(await page({})).total, (await page({ trashed: 'only' })).total]).toEqual([
      rows[0]?.live,
      rows[0]?.deleted,
    ]);
  });

  it('see a change that is committed, in the very next answer, also where a filter was remembered', async () => {
    const draw = draws(5);
    const before = [(await page(half)).total, (await page(half)).total];
    expect(before[0]).toBe(before[1]);
    const row = clientRow(draw, { status: 'active', deleted_at: null });
    await insert([row]);
    expect((await page(half)).total).toBe((before[0] ?? 0) + 1);
    await db.updateTable('clients').set({ status: 'trial' }).where('id', '=', row.id).execute();
    expect((await page(half)).total).toBe(before[0]);
  });

  it('stay the same when what they are summed from is folded', async () => {
    const draw = draws(6);
    const before = (await page({})).total;
    for (let turn = 0; turn < 260; turn += 1) await insert([clientRow(draw, { deleted_at: null })]);
    const pieces = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from list_changes`.execute(db)).rows[0]?.n ?? 0;
    expect((await page({})).total).toBe(before + 260);
    await expect.poll(pieces).toBeLessThan(50);
    expect((await page({})).total).toBe(before + 260);
  });

  it('are rebuilt with everything else that triggers maintain', async () => {
    const { ids, total } = await page({ limit: 200, sort: [{ field: 'name', order: 'asc' }] });
    await sql`select refresh_client_lists()`.execute(db);
    const after = await page({ limit: 200, sort: [{ field: 'name', order: 'asc' }] });
    expect(after).toMatchObject({ ids, total });
  });
});
