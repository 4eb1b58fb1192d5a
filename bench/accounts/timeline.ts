import pg from 'pg';
import { call } from '#tests/support/http.ts';
import type { Figure } from '../figure.ts';
import { filledServer } from '../support/filled-server.ts';

/** 10,000 in all, over the four tables that a timeline reads. */
const rows = { audit: 4000, ledger: 3000, emails: 2500, documents: 500 };
const times = 20;
const goal = 50;

/**
 * The timeline of one client with 10,000 entries among 10,000 clients: its first page right after a change, one kind, a
 * month, and the last page. Fails when an entry is missing.
 */
export async function* timeline(): AsyncGenerator<Figure> {
  await using filled = await filledServer(10_000);
  const token = await filled.signIn();
  const ask = async (method: string, path: string, body?: object) =>
    (
      await call(`${filled.server.url}/api/admin/${path}`, method, {
        token,
        ...(body && { body }),
      })
    ).body;
  const [client] = (await ask('GET', 'clients?limit=1')).data;
  await fill(filled.connection, client.id);
  const address = `clients/${client.id}/timeline?limit=25`;
  const { meta } = await ask('GET', address);
  const all = Object.values(rows).reduce((sum, one) => sum + one, 0);
  if (meta.total < all) throw new Error(`${meta.total} entries of ${all}`);

  const pages: [string, (turn: number) => string][] = [
    ['its first page, right after a note', () => address],
    ['only money, right after a note', () => `${address}&filter[kind][in]=money`],
    [
      'a month of it',
      (turn) =>
        `${address}&filter[at][gte]=2026-0${1 + (turn % 9)}-01&filter[at][lte]=2026-0${1 + (turn % 9)}-28`,
    ],
    ['its last page', () => `${address}&page=${Math.ceil(meta.total / 25)}`],
  ];
  for (const [what, pathOf] of pages) {
    const samples: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      await ask('POST', `clients/${client.id}/notes`, { text: `Note ${turn}` });
      const began = performance.now();
      const { data } = await ask('GET', pathOf(turn));
      samples.push(performance.now() - began);
      if (data === undefined) throw new Error(`no answer: ${pathOf(turn)}`);
    }
    yield {
      what: `a timeline with 10,000 entries: ${what}`,
      samples,
      unit: 'ms',
      goal,
    };
  }
}

/** Rows of one client, as the program writes them, a quarter of an hour apart; the rules of the ledger are not asked. */
async function fill(connection: pg.PoolConfig, clientId: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const at = `now() - n * interval '15 minutes'`;
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into audit_entries (id, at, actor_kind, actor_name, action, subject_type, subject_id, client_id, changes)
        select gen_random_uuid(), ${at}, 'staff', 'Somebody', case n % 4 when 0 then 'note.create' else 'client.change' end,
          'client', $1, $1, '[{"field": "text", "before": null, "after": "b"}]' from generate_series(1, $2::int) n`,
      [clientId, rows.audit],
    );
    await client.query(
      `insert into ledger_entries (id, client_id, kind, amount, balance_after, created_at, value_date)
        select gen_random_uuid(), $1, 'bonus', 100, 100, ${at}, current_date from generate_series(1, $2::int) n`,
      [clientId, rows.ledger],
    );
    await client.query(
      `insert into emails (id, to_address, kind, locale, subject, data, reason, client_id, status, message_id, created_at)
        select gen_random_uuid(), 'a@example.com', 'top_up_receipt', 'uk', 'Receipt ' || n, '{}', 'top_up', $1, 'sent',
          n || '@bench', ${at} from generate_series(1, $2::int) n`,
      [clientId, rows.emails],
    );
    await client.query(
      `insert into documents (id, kind, year, serial, number, number_key, status, client_id, currency, net, tax, total,
          issued_on, locale, content, created_at)
        select gen_random_uuid(), 'proforma', 2020, n, 'PF-2020-' || n, 'PF2020' || n, 'expired', $1, 'UAH', 100, 0, 100,
          current_date, 'uk', '{}', ${at} from generate_series(1, $2::int) n`,
      [clientId, rows.documents],
    );
    await client.query('commit');
    await client.query('analyze audit_entries, ledger_entries, emails, documents');
  } finally {
    await client.end();
  }
}
