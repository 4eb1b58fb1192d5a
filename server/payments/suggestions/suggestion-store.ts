import { type RawBuilder, sql } from 'kysely';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import type { KnownClient, KnownDocument } from './suggest.ts';

/** SQL of what is known about payments that wait for their client. Each query answers for many of them at once. */

interface ClientColumns {
  client_id: string;
  client_name: string;
  is_deleted: boolean;
  is_archived: boolean;
}

const clientColumns = sql`c.id as client_id, c.name as client_name, c.deleted_at is not null as is_deleted,
  c.status = 'archived' as is_archived`;

function toClient({ client_id, client_name, is_deleted, is_archived }: ClientColumns): KnownClient {
  return { id: client_id, name: client_name, isDeleted: is_deleted, isArchived: is_archived };
}

type DocumentColumns = ClientColumns &
  Pick<KnownDocument, 'id' | 'number' | 'kind' | 'status' | 'currency' | 'due_on' | 'due'> & {
    number_key: string;
    year: number;
    serial: number;
  };

export type FoundDocument = KnownDocument & Pick<DocumentColumns, 'number_key' | 'year' | 'serial'>;

async function documentsWhere(db: Db, condition: RawBuilder<unknown>): Promise<FoundDocument[]> {
  const { rows } = await sql<DocumentColumns>`
    select d.id, d.number, d.number_key, d.year, d.serial, d.kind, d.status, d.currency, d.due_on,
      d.total - d.paid_amount as due, ${clientColumns}
    from documents d join clients c on c.id = d.client_id where ${condition}`.execute(db);
  return rows.map((row) => ({ ...row, client: toClient(row) }));
}

/** Documents that have one of these number keys. */
export function documentsByKeys(db: Db, keys: readonly string[]): Promise<FoundDocument[]> {
  return keys.length === 0
    ? Promise.resolve([])
    : documentsWhere(db, sql`d.number_key = any(${keys}::text[])`);
}

/** Proformas by their year and serial. */
export function proformasBySerials(
  db: Db,
  serials: readonly { year: number; serial: number }[],
): Promise<FoundDocument[]> {
  if (serials.length === 0) return Promise.resolve([]);
  const [years, numbers] = [serials.map(({ year }) => year), serials.map(({ serial }) => serial)];
  return documentsWhere(
    db,
    sql`d.kind = 'proforma' and (d.year, d.serial) in
      (select * from unnest(${years}::integer[], ${numbers}::integer[]))`,
  );
}

/** Open proformas of these clients. */
export function openProformasOf(db: Db, clientIds: readonly string[]): Promise<FoundDocument[]> {
  if (clientIds.length === 0) return Promise.resolve([]);
  return documentsWhere(
    db,
    sql`d.kind = 'proforma' and d.status = 'open' and d.client_id = any(${clientIds}::uuid[])`,
  );
}

/** Open proformas of which exactly one of these amounts is due; no more than a few of each, and one more. */
export function openProformasDue(
  db: Db,
  { amounts, few }: { amounts: readonly number[]; few: number },
): Promise<FoundDocument[]> {
  if (amounts.length === 0) return Promise.resolve([]);
  return documentsWhere(
    db,
    sql`d.id in (select payable.id from unnest(${amounts}::bigint[]) asked(amount) cross join lateral (
        select o.id from documents o
        where o.status = 'open' and o.total - o.paid_amount = asked.amount limit ${few + 1}) payable)
      and c.deleted_at is null`,
  );
}

/** Clients by the ends of their ids, which payment codes are made of. */
export async function clientsByIdEnds(db: Db, ends: readonly string[]): Promise<Map<string, KnownClient[]>> {
  if (ends.length === 0) return new Map();
  const { rows } = await sql<ClientColumns & { found: string }>`
    select right(c.id::text, 10) as found, ${clientColumns} from clients c
    where right(c.id::text, 10) = any(${ends}::text[])`.execute(db);
  return grouped(rows);
}

/** Clients, not deleted, by their own code or the one that they pay with. */
export async function clientsByCodes(db: Db, codes: readonly string[]): Promise<Map<string, KnownClient[]>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<ClientColumns & { found: string }>`
    select c.ident as found, ${clientColumns} from clients c
      where c.ident = any(${codes}::text[]) and c.deleted_at is null
    union
    select c.payment_code, ${clientColumns} from clients c
      where c.payment_code = any(${codes}::text[]) and c.payment_code <> '' and c.deleted_at is null`.execute(
    db,
  );
  return grouped(rows);
}

/** Clients for whom money came from these accounts before, or who named them as theirs. */
export async function clientsByAccounts(
  db: Db,
  accounts: readonly string[],
): Promise<Map<string, KnownClient[]>> {
  if (accounts.length === 0) return new Map();
  const { rows } = await sql<ClientColumns & { found: string }>`
    select p.payer_account as found, ${clientColumns} from payments p join clients c on c.id = p.client_id
      where p.payer_account = any(${accounts}::text[]) and p.status in ('matched', 'succeeded', 'refunded')
    union
    select upper(replace(c.payment_account, ' ', '')), ${clientColumns} from clients c
      where upper(replace(c.payment_account, ' ', '')) = any(${accounts}::text[]) and c.payment_account <> ''
        and c.deleted_at is null`.execute(db);
  return grouped(rows);
}

/** Clients, not deleted, whose name has both words of a pair, by the key of the pair; at most a few for each. */
export async function clientsByWords(
  db: Db,
  { pairs, few }: { pairs: ReadonlyMap<string, readonly [string, string]>; few: number },
): Promise<Map<string, KnownClient[]>> {
  if (pairs.size === 0) return new Map();
  const like = (word: string) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const words = [...pairs.values()];
  const [ones, others] = [words.map(([one]) => like(one)), words.map(([, other]) => like(other))];
  const { rows } = await sql<ClientColumns & { found: string }>`
    select asked.key as found, ${clientColumns}
    from unnest(${[...pairs.keys()]}::text[], ${ones}::text[], ${others}::text[]) asked(key, one, other)
      cross join lateral (
      select s.client_id from client_search s
      where s.key like search_key(asked.one) collate "C" and s.key like search_key(asked.other) collate "C"
        and not s.deleted limit ${few}) found
    join clients c on c.id = found.client_id`.execute(db);
  return grouped(rows);
}

/** What lines name a client by, each as it is compared. */
export interface FoundClues {
  name: string;
  codes: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  documents: readonly Pick<FoundDocument, 'number_key' | 'year' | 'serial'>[];
  /** What is due of its open proformas, where no more than a few proformas have this amount. */
  dues: ReadonlySet<number>;
}

/** Undefined for an unknown client. */
export async function cluesToClient(
  db: Db,
  clientId: string,
  { few }: { few: number },
): Promise<FoundClues | undefined> {
  const { rows } = await sql<{ name: string; codes: (string | null)[]; accounts: (string | null)[] }>`
    select c.name, array[c.ident, c.payment_code] as codes,
      array(select distinct p.payer_account from payments p
        where p.client_id = c.id and p.payer_account is not null
          and p.status in ('matched', 'succeeded', 'refunded'))
      || upper(replace(c.payment_account, ' ', '')) as accounts
    from clients c where c.id = ${clientId}`.execute(db);
  const [client] = rows;
  if (!client) return undefined;
  const documents = await documentsWhere(db, sql`d.client_id = ${clientId}`);
  const due = documents
    .filter(({ kind, status }) => kind === 'proforma' && status === 'open')
    .map((proforma) => proforma.due);
  const sameDue = await openProformasDue(db, { amounts: [...new Set(due)], few });
  return {
    name: client.name,
    codes: known(client.codes),
    accounts: known(client.accounts),
    documents,
    dues: new Set(due.filter((amount) => sameDue.filter((one) => one.due === amount).length <= few)),
  };
}

function known(values: readonly (string | null)[]): Set<string> {
  return new Set(values.flatMap((value) => value || []));
}

function grouped(rows: readonly (ClientColumns & { found: string })[]): Map<string, KnownClient[]> {
  const groups = new Map<string, KnownClient[]>();
  for (const row of rows) groups.set(row.found, [...(groups.get(row.found) ?? []), toClient(row)]);
  return groups;
}

/** What tells whose a bank line may be. */
type LineClues = Pick<
  PaymentRow,
  'id' | 'amount' | 'payer_name' | 'payer_code' | 'payer_account' | 'purpose'
>;

/** All bank lines without a client, with what tells whose they may be and nothing else. */
export function unmatchedLines(db: Db): Promise<LineClues[]> {
  return unmatched(db)
    .select(['id', 'amount', 'payer_name', 'payer_code', 'payer_account', 'purpose'])
    .execute();
}

/** Bank lines without a client that are exactly what is due of some open document, with what may name it. */
export function payableLines(
  db: Db,
  { statementId }: { statementId: string | undefined },
): Promise<Pick<PaymentRow, 'id' | 'value_date' | 'purpose'>[]> {
  return unmatched(db)
    .select(['id', 'value_date', 'purpose'])
    .$if(statementId !== undefined, (query) => query.where('statement_id', '=', statementId ?? ''))
    .where('purpose', 'is not', null)
    .where(
      sql<boolean>`exists (select from documents o
        where o.status = 'open' and o.total - o.paid_amount = payments.amount)`,
    )
    .execute();
}

/** Those of these number keys that an open document has. */
export async function openNumberKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('documents')
    .select('number_key')
    .where('number_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .where('status', '=', 'open')
    .execute();
  return new Set(rows.map(({ number_key }) => number_key));
}

/** Bank lines without a client, oldest first, after a given line; some of them or all. */
export function unmatchedPayments(
  db: Db,
  {
    ids,
    after,
    limit,
  }: {
    ids?: readonly string[] | undefined;
    after: string | null;
    limit: number;
  },
): Promise<PaymentRow[]> {
  return unmatched(db)
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids ?? []}::uuid[])`))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

function unmatched(db: Db) {
  return db.selectFrom('payments').where('status', '=', 'unmatched').where('currency', 'is', null);
}
