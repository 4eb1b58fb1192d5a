import { describe, expect, it } from 'vitest';
import { clientList } from '#contract/entities/client.ts';
import {
  emptyListQuery,
  flatParameters as flat,
  type ListQuery,
  parseListQuery,
  printListQuery,
} from '#contract/kernel/list-query.ts';
import { containing, sought, typedIn } from '#web/providers/list-pattern.ts';
import {
  firstChoice,
  moved,
  placed,
  readChoice,
  shownUnder,
  toggled,
} from '#web/ui/admin/list/state/column-choice.ts';
import { fileColumns, readRows } from '#web/ui/admin/list/csv-export.tsx';
import { draftsOf, filtersOf, isRangeEnd } from '#web/ui/admin/list/filters/filter-draft.ts';
import { minorUnitsOf, typedUnits } from '#web/ui/shared/amount.ts';
import { formatsOf, wholeUnits } from '#web/ui/shared/formats.ts';

describe('the search pattern', () => {
  it.each(['50%', 'a_b', 'back\\slash', 'Ґанок', '%', '\\%'])(
    'takes %j literally and gives it back',
    (typed) => {
      expect(typedIn(containing(typed))).toBe(typed);
    },
  );

  it('leaves a pattern that somebody wrote by hand alone', () => {
    expect(typedIn('A%')).toBe('A%');
    expect(typedIn('%a%b%')).toBe('%a%b%');
  });
});

describe('what a search box looks for', () => {
  it.each([
    ['+380 (95) 237-07-28', '+380952370728'],
    [' 095 237 07 28', '0952370728'],
    ['12 345 678', '12345678'],
    ['38 16', '3816'],
    ['24 7', '24 7'],
    ['ТОВ «Кава 2000 плюс»', 'ТОВ «Кава 2000 плюс»'],
  ])('of %j is %j', (typed, wanted) => {
    expect(sought(typed)).toBe(wanted);
  });
});

describe('the address of a list', () => {
  it('names what is repeated', () => {
    const read = parseListQuery(clientList, flat(new URLSearchParams('page=1&page=2')));
    expect(read).toEqual({ ok: false, refusals: { page: [{ key: 'validation.repeated' }] } });
  });
});

describe('the filters of the drawer', () => {
  const address =
    'filter[name][ilike]=%25млин%25&filter[status][in]=trial,grace&filter[balance][gte]=1250' +
    '&filter[created_at][lte]=2026-03-14&filter[over_limit][eq]=1&filter[email][ne]=a@b.co';

  it('come back as they were, and keep those that they cannot show', () => {
    const query = queryOf(address);
    const drafts = draftsOf(clientList, query);
    expect(drafts).toEqual({
      name: { text: 'млин' },
      status: { among: ['trial', 'grace'] },
      balance: { from: '12.50' },
      created_at: { to: '2026-03-14' },
      over_limit: { is: '1' },
    });
    const again = filtersOf(clientList, query, drafts);
    expect(new Set(again.map((filter) => JSON.stringify(filter)))).toEqual(
      new Set(query.filters.map((filter) => JSON.stringify(filter))),
    );
  });

  it('that ask for rows with a value are kept, as the drawer asks only for those without', () => {
    const query = queryOf('filter[last_visit][null]=0&filter[last_login][null]=true');
    const drafts = draftsOf(clientList, query);
    expect(drafts).toEqual({ last_login: { empty: '1' } });
    const again = filtersOf(clientList, query, { last_login: {}, last_visit: { from: '2026-03-14' } });
    expect(decodeURIComponent(String(printListQuery({ filters: again })))).toBe(
      'filter[last_visit][null]=0&filter[last_visit][gte]=2026-03-14',
    );
  });

  it.each([
    ['number', '1 000', true],
    ['number', '-3', true],
    ['number', '12,5', false],
    ['number', 'багато', false],
    ['money', '12,5', true],
    ['money', '12,345', false],
    ['money', ' ', true],
  ] as const)('take as the end of a range of %s %j: %s', (type, typed, isTaken) => {
    expect(isRangeEnd(type, typed)).toBe(isTaken);
  });

  it('send a number without the spaces that group it', () => {
    const filters = filtersOf(clientList, emptyListQuery, { goods_count: { from: ' 1 000 ' } });
    expect(filters).toEqual([{ field: 'goods_count', op: 'gte', value: '1000' }]);
  });

  it('print an address that the API reads', () => {
    const filters = filtersOf(clientList, emptyListQuery, {
      balance: { from: '1 000,5', to: ' ' },
      last_visit: { empty: '1' },
      status: { among: ['trial'] },
      name: { text: '  ' },
    });
    const printed = printListQuery({ filters });
    expect(decodeURIComponent(String(printed))).toBe(
      'filter[balance][gte]=100050&filter[last_visit][null]=1&filter[status][eq]=trial',
    );
    expect(parseListQuery(clientList, flat(printed)).ok).toBe(true);
  });

  function queryOf(search: string): ListQuery {
    const read = parseListQuery(clientList, flat(new URLSearchParams(search)));
    if (!read.ok) throw new Error(JSON.stringify(read.refusals));
    return read.query;
  }
});

describe('money', () => {
  it.each([
    ['12,5', '1250'],
    ['0,05', '5'],
    ['-3', '-300'],
    ['0', '0'],
    ['90071992547409.91', '9007199254740991'],
    ['1.234', undefined],
    ['abc', undefined],
    ['', undefined],
  ])('typed as %j is %j minor units', (typed, minor) => {
    expect(minorUnitsOf(typed)).toBe(minor);
  });

  it('is shown without passing through a float', () => {
    expect(wholeUnits(9007199254740991)).toBe('90071992547409.91');
    expect(wholeUnits(-5)).toBe('-0.05');
    expect(typedUnits('1250')).toBe('12.50');
    expect(typedUnits('-300')).toBe('-3');
    const { money } = formatsOf({ locale: 'uk', currency: 'UAH', timeZone: 'Europe/Kyiv' });
    expect(money(9007199254740991).replace(/\s/g, ' ')).toBe('90 071 992 547 409,91 ₴');
  });
});

describe('moments', () => {
  it('have the whole year, in the language and in the zone of the installation; English names its months', () => {
    const at = '2026-03-14T22:30:00Z';
    const shown = (locale: 'uk' | 'lt' | 'en') =>
      formatsOf({ locale, currency: 'EUR', timeZone: 'Europe/Kyiv' }).moment(at);
    expect(shown('uk')).toBe('15.03.2026, 00:30');
    expect(shown('lt')).toBe('2026-03-15 00:30');
    expect(shown('en')).toBe('15\u00a0Mar\u00a02026, 00:30');
  });

  it('are days that no line breaks at a space', () => {
    const { day } = formatsOf({ locale: 'en', currency: 'EUR', timeZone: 'Europe/Kyiv' });
    expect(day('2026-03-14T22:30:00Z')).toBe('15\u00a0Mar\u00a02026');
  });
});

describe('the choice of columns', () => {
  const columns = [{ field: 'name', shown: true }, { field: 'email' }, { field: 'status', shown: true }];

  it('is adapted to the existing columns', () => {
    const remembered = { fields: ['status', 'gone', 'name'], shown: ['status', 'gone'] };
    expect(readChoice(remembered, columns)).toEqual({
      fields: ['status', 'name', 'email'],
      shown: ['status'],
    });
  });

  it.each(['', '{', [], {}, { fields: 1, shown: [] }, { fields: [1], shown: [] }, 7, null])(
    'begins again after %j',
    (garbage) => {
      expect(readChoice(garbage, columns)).toEqual(firstChoice(columns));
    },
  );

  it('moves one place, and not beyond the ends', () => {
    const first = firstChoice(columns);
    expect(moved(first, 'status', -1).fields).toEqual(['name', 'status', 'email']);
    expect(moved(first, 'name', -1)).toBe(first);
  });

  it('puts a column at the place of another', () => {
    const first = firstChoice(columns);
    expect(placed(first, 'status', 'name').fields).toEqual(['status', 'name', 'email']);
    expect(placed(first, 'name', 'status').fields).toEqual(['email', 'status', 'name']);
    expect(placed(first, 'email', 'email')).toEqual(first);
  });

  it('hides all but one', () => {
    const first = firstChoice(columns);
    expect(toggled(first, 'name').shown).toEqual(['status']);
    expect(toggled(toggled(first, 'name'), 'status').shown).toEqual(['status']);
    expect(toggled(first, 'email').shown).toEqual(['name', 'status', 'email']);
  });

  it('moves past columns that are not offered', () => {
    const first = firstChoice(columns);
    const offered = ['name', 'status'];
    expect(moved(first, 'status', -1, offered).fields).toEqual(['status', 'name', 'email']);
    expect(moved(first, 'name', 1, offered).fields).toEqual(['email', 'status', 'name']);
    expect(moved(first, 'status', 1, offered)).toBe(first);
    expect(moved(first, 'email', 1, offered)).toBe(first);
  });
});

describe('a CSV on its way', () => {
  it('tells the deleted from the living, as the list does', () => {
    expect(fileColumns([], ['name'], 'with')).toEqual(['name', 'deleted_at']);
    expect(fileColumns([], ['deleted_at', 'name'], 'with')).toEqual(['deleted_at', 'name']);
    expect(fileColumns([], ['name'], 'only')).toEqual(['name']);
    const columns = [
      { field: 'actor', file: ['actor_kind', 'actor_name'] },
      { field: 'id', file: [] },
    ];
    expect(fileColumns(columns, ['id', 'at', 'actor'], 'without')).toEqual([
      'at',
      'actor_kind',
      'actor_name',
    ]);
  });

  it('is counted in rows, with line breaks inside quotes left out', async () => {
    const seen: number[] = [];
    const { content, count } = await readRows(new Response('a,b\r\n1,"x\ny"\r\n2,z\r\n'), (rows) =>
      seen.push(rows),
    );
    expect(count).toBe(2);
    expect(seen.at(-1)).toBe(2);
    expect(await content.text()).toContain('"x\ny"');
  });
});

describe('a column that a filter brings', () => {
  const columns = [
    { field: 'subject', shown: true },
    { field: 'error', shownWith: { field: 'status', value: 'failed' } },
    { field: 'deleted_by', shownWith: { field: 'trashed', value: 'only' } },
  ];
  const shown = (...filters: ListQuery['filters']) => shownOf('without', filters);
  const shownOf = (trashed: ListQuery['trashed'], filters: ListQuery['filters'] = []) =>
    shownUnder(columns, { filters, trashed }).flatMap((column) => (column.shown ? [column.field] : []));

  it('is there while the filter leaves nothing else', () => {
    expect(shown({ field: 'status', op: 'eq', value: 'failed' })).toEqual(['subject', 'error']);
    expect(shown({ field: 'status', op: 'in', value: ['failed'] })).toEqual(['subject', 'error']);
  });

  it('is there for deleted rows alone', () => {
    expect(shownOf('only')).toEqual(['subject', 'deleted_by']);
    expect(shownOf('with')).toEqual(['subject']);
  });

  it('is not there otherwise', () => {
    expect(shown()).toEqual(['subject']);
    expect(shown({ field: 'status', op: 'in', value: ['failed', 'sent'] })).toEqual(['subject']);
    expect(shown({ field: 'kind', op: 'eq', value: 'failed' })).toEqual(['subject']);
  });
});
