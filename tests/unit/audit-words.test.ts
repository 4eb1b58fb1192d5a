import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditActions, auditSubjects } from '#contract/kernel/audit.ts';
import { locales } from '#contract/kernel/variants.ts';
import { hasText } from '#server/kernel/messages.ts';
import {
  actionKeys,
  exportedList,
  fieldNameKeys,
  fieldTypeOf,
  leadingChange,
  wordKeys,
} from '#web/resources/audit-log/audit-words.ts';

const source = ['server', 'cli']
  .flatMap((folder) => {
    const root = new URL(`../../${folder}/`, import.meta.url);
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('migrations'))
      .map((name) => readFileSync(new URL(name, root), 'utf8'));
  })
  .join('\n');

/** The actions in the code: `'NOUN.verb'` with a noun of the log. */
const nouns = [...new Set(auditActions.map((action) => action.split('.')[0]))].join('|');
const written = new Set(
  [
    ...source.matchAll(new RegExp(`action[^;{}]*?'((?:${nouns})\\.[a-z_]+)'(?: : '([a-z_.]+)')?`, 'g')),
  ].flatMap(([, one, other]) => [one, ...(other ? [other] : [])]),
);

describe('the audit log', () => {
  it('knows every action that the services write', () => {
    expect(written.size).toBeGreaterThan(40);
    expect([...written].filter((action) => !auditActions.some((known) => known === action))).toEqual([]);
  });

  it('reads the filters of a file as those of its list', () => {
    const changes = [
      { field: 'created_at gte', before: null, after: '2026-11-01' },
      { field: 'status in', before: null, after: ['trial', 'grace'] },
      { field: 'trashed', before: null, after: 'only' },
    ];
    expect(exportedList({ action: 'clients.export', changes })).toEqual({
      name: 'clients',
      filters: [
        { field: 'created_at', op: 'gte', value: '2026-11-01' },
        { field: 'status', op: 'in', value: ['trial', 'grace'] },
      ],
      trashed: 'only',
    });
    expect(exportedList({ action: 'client.change', changes })).toBeNull();
  });

  it('knows the file of every list', () => {
    const listings = [...source.matchAll(/\bname: '([a-z_]+)',\n\s+source:/g)].map(([, name]) => name);
    expect(listings.length).toBeGreaterThan(8);
    expect(listings.filter((name) => !auditActions.some((known) => known === `${name}.export`))).toEqual([]);
    expect(listings.filter((name) => !auditSubjects.some((known) => known === name))).toEqual([]);
  });

  it.each(locales)('has words for all of it in %s', (locale) => {
    const keys = [
      ...auditActions.map((action) => `audit.values.action.${action}`),
      ...auditSubjects.map((subject) => `audit.values.subject_type.${subject}`),
      // A client's activity has its own shorter texts.
      ...auditActions
        .filter((action) => /^(client|cabinet|backup)\./.test(action) && action !== 'client.import')
        .map((action) => `clients.activity.actions.${action.replace('.', '_')}`),
    ];
    expect(keys.filter((key) => !hasText(locale, key))).toEqual([]);
  });

  it('names a block by hand as the timeline does, and tells its reason first', () => {
    const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
    const block = {
      action: 'client.change',
      changes: [
        change('status', 'active', 'blocked'),
        change('blocked_from', null, 'active'),
        change('block_reason', null, 'Asked for'),
      ],
    };
    const end = {
      action: 'client.change',
      changes: [change('blocked_from', 'active', null), change('status', 'blocked', 'active')],
    };
    const other = { action: 'client.change', changes: [change('name', 'A', 'B'), change('email', 'a', 'b')] };
    expect([block, end, other].map((entry) => actionKeys(entry)[0])).toEqual([
      'clients.timeline.verbs.client_blocked',
      'clients.timeline.verbs.client_unblocked',
      'audit.values.action.client.change',
    ]);
    expect([block, end, other].map((entry) => leadingChange(entry)?.field)).toEqual([
      'block_reason',
      'status',
      'name',
    ]);
    expect(leadingChange({ action: 'client.password', changes: [] })).toBeUndefined();
  });

  it('tells the sum of money first', () => {
    const changes = ['service', 'amount', 'value_date'].map((field) => ({ field, before: null, after: 1 }));
    const leading = ['client.replenish', 'client.reverse'].map((action) =>
      leadingChange({ action, changes }),
    );
    expect(leading.map((change) => change?.field)).toEqual(['amount', 'amount']);
  });

  it('names the bank of a statement and its figures as the list of statements does', () => {
    expect(wordKeys('bank_statement', 'format', 'privatbank')[0]).toBe(
      'bank_statements.values.format.privatbank',
    );
    expect(fieldNameKeys('bank_statement', 'format')[0]).toBe('bank_statements.fields.format');
    expect(fieldTypeOf('bank_statement', 'total', 100)).toBe('money');
  });

  it('tells amounts as money, whatever list has them', () => {
    const all = ['client amount', 'promo_code bonus', 'client balance', 'tariff price_month'];
    expect(all.map((one) => fieldTypeOf(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '', 100))).toEqual(
      all.map(() => 'money'),
    );
  });

  it('tells other values by what they are', () => {
    const typed = (field: string, value: unknown) => fieldTypeOf('client', field, value);
    expect(typed('trial_ends', '2026-11-23T22:00:00.000Z')).toBe('moment');
    expect(typed('days', 14)).toBe('number');
    expect(typed('year', 2026)).toBe('text');
    expect(typed('note', '2026-11-23 and T22:00Z')).toBe('text');
  });

  it.each(locales)('names in %s what acts on wallets, subscriptions and cabinets say', (locale) => {
    const fields = [
      'amount',
      'service',
      'invoice',
      'year',
      'note',
      'kind',
      'reason',
      'read_only',
      'backup',
      'error',
    ];
    const terms = [
      'due',
      'trial_ends',
      'next_tariff_id',
      'next_billing_period',
      'free_period_days',
      'domain',
    ];
    const unnamed = [...fields, ...terms].filter(
      (field) => !fieldNameKeys('client', field).some((key) => hasText(locale, key)),
    );
    expect(unnamed).toEqual([]);
    const words = [
      wordKeys('client', 'service', 'non_cash'),
      wordKeys('client', 'kind', 'top_up'),
      wordKeys('client', 'kind', 'answers_blocked'),
      wordKeys('client', 'next_billing_period', 'year'),
      wordKeys('client', 'status', 'blocked'),
    ];
    expect(words.filter((keys) => !keys.some((key) => hasText(locale, key)))).toEqual([]);
  });
});
