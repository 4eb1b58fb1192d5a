import { describe, expect, it } from 'vitest';
import { clientList } from '#contract/entities/client.ts';
import { emptyListQuery } from '#contract/kernel/list-query.ts';
import { clientCsv } from '#server/clients/client-store.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { choiceOf, firstChoice, shownColumns, unusual } from '#web/ui/admin/list/state/column-choice.ts';
import { printAddress, readAddress } from '#web/ui/admin/list/state/list-state.ts';
import { isSame, stateToSave } from '#web/ui/admin/list/views/saved-views.ts';

const known = ['name', 'status', 'balance', 'email'];
const columns = known.map((field) => ({ field, shown: field !== 'email' }));
const view = '0198c000-0000-7000-8000-000000000001';
const read = (address: string) => readAddress(clientList, known, new URLSearchParams(address));

describe('the address of a list', () => {
  it('tells the columns and the view beside the API’s own state', () => {
    const address = `page=2&sort[balance]=desc&filter[status][in]=trial,grace&columns=balance,name&view=${view}`;
    const state = read(address);
    expect(state).toMatchObject({ columns: ['balance', 'name'], view, refusals: null });
    expect(decodeURIComponent(String(printAddress({ ...state.query, ...state })))).toBe(address);
  });

  it.each(['format=csv', 'format=json', 'include=permissions', 'as_tree=1'])(
    'does not say %s, which a list decides for itself',
    (parameter) => {
      const name = parameter.split('=', 1)[0] ?? '';
      const spec = { ...clientList, include: ['permissions'], asTree: true };
      const { refusals, query } = readAddress(spec, known, new URLSearchParams(`page=2&${parameter}`));
      expect(refusals).toEqual({ [name]: [{ key: 'validation.unknownKey', params: { name } }] });
      expect(query.format).toBe('json');
    },
  );

  it('keeps what it knows beside what it does not', () => {
    expect(read('filter[status][eq]=active&per_page=50')).toMatchObject({
      query: { filters: [{ field: 'status', op: 'eq', value: 'active' }] },
      refusals: { per_page: [{ key: 'validation.unknownKey' }] },
    });
  });

  it('tells neither unless it must', () => {
    expect(read('')).toMatchObject({ columns: null, view: null, refusals: null });
  });

  it.each([
    ['columns=name,colour', 'columns', 'validation.unknownField'],
    ['columns=', 'columns', 'validation.unknownField'],
    ['columns=name,name', 'columns', 'validation.repeated'],
    ['columns=name&columns=status', 'columns', 'validation.repeated'],
    ['view=mine', 'view', 'validation.id'],
    [`view=${view}&view=${view}`, 'view', 'validation.id'],
    ['sort[colour]=asc', 'sort[colour]', 'validation.unknownField'],
  ])('names what it cannot take: %s', (address, parameter, key) => {
    expect(read(address)).toMatchObject({ query: emptyListQuery, refusals: { [parameter]: [{ key }] } });
  });
});

describe('the columns of an address', () => {
  it('are named when they are not the usual ones', () => {
    expect(unusual(firstChoice(columns), columns)).toBeNull();
    expect(unusual(choiceOf(['status', 'name'], columns), columns)).toEqual(['status', 'name']);
  });

  it('come first, in their order; the others stay to be chosen', () => {
    expect(choiceOf(['email', 'name'], columns)).toEqual({
      fields: ['email', 'name', 'status', 'balance'],
      shown: ['name', 'email'],
    });
    expect(shownColumns(choiceOf(['email', 'name'], columns))).toEqual(['email', 'name']);
  });
});

describe('a list opened from a saved view', () => {
  const choice = firstChoice(columns);
  const shows = (address: string) => ({ query: read(address).query });

  it('is the same on another page and with its filters in another order', () => {
    const saved = stateToSave(shows('filter[status][eq]=trial&filter[balance][lt]=0&sort[name]=asc'), choice);
    const now = shows('page=4&sort[name]=asc&filter[balance][lt]=0&filter[status][eq]=trial');
    expect(isSame(saved, now, choice)).toBe(true);
  });

  it.each([
    ['another filter', 'filter[status][eq]=grace'],
    ['another sort', 'filter[status][eq]=trial&sort[name]=asc'],
    ['another page size', 'filter[status][eq]=trial&limit=50'],
    ['deleted ones', 'filter[status][eq]=trial&with_trashed=1'],
  ])('has changed with %s', (_what, address) => {
    const saved = stateToSave(shows('filter[status][eq]=trial'), choice);
    expect(isSame(saved, shows(address), choice)).toBe(false);
  });

  it('has changed when several sorts change places, or the columns do', () => {
    const saved = stateToSave(shows('sort[name]=asc&sort[balance]=asc'), choice);
    expect(isSame(saved, shows('sort[balance]=asc&sort[name]=asc'), choice)).toBe(false);
    const again = shows('sort[name]=asc&sort[balance]=asc');
    expect(isSame(saved, again, choiceOf(['status', 'name', 'balance'], columns))).toBe(false);
    expect(isSame({ ...saved, columns: null }, again, choiceOf(['status'], columns))).toBe(true);
  });
});

it('has every column of the clients’ list in their file', () => {
  const inFile = clientCsv.map(({ field }) => field);
  const missing = clientResource.columns.filter(({ field }) => !inFile.includes(field));
  expect(missing.map(({ field }) => field)).toEqual([]);
});
