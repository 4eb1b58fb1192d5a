import { type Kysely, sql } from 'kysely';
import type { EmailRow as WireRow } from '#contract/email.ts';
import type { ListSource } from '#server/db/list-source.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { emailOnWire, type ListedEmail } from './mail-row.ts';

/** The e-mail log as a list (API.md, "emails"). `reason` is filtered by its key. */
export function mailListing(db: Kysely<Tables>): Listing<WireRow> {
  return {
    name: 'emails',
    source: () => emailSource,
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await listedEmails(db, ids)).map((row) => emailOnWire(row, locale)),
    csv: ['created_at', 'status', 'kind', 'to', 'subject', 'locale', 'attempts', 'error', 'sent_at'],
  };
}

function listedEmails(db: Kysely<Tables>, ids: readonly string[]): Promise<ListedEmail[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('emails')
    .select(['id', 'to_address', 'kind', 'locale', 'subject', 'status', 'attempts', 'error', 'reason'])
    .select(['client_id', 'created_at', 'sent_at'])
    .where('id', 'in', ids)
    .execute();
}

const emailSource: ListSource = {
  from: sql`emails e`,
  id: sql`e.id`,
  newest: sql`e.created_at`,
  counted: 'emails',
  search: [sql`e.to_address`, sql`e.subject`],
  columns: {
    id: { sql: sql`e.id`, required: true },
    to: { sql: sql`e.to_address`, required: true },
    kind: { sql: sql`e.kind`, required: true },
    locale: { sql: sql`e.locale`, required: true },
    subject: { sql: sql`e.subject`, order: sql`e.subject collate "uk-x-icu"`, required: true },
    status: { sql: sql`e.status`, required: true },
    attempts: { sql: sql`e.attempts`, required: true },
    error: { sql: sql`e.error` },
    reason: { sql: sql`e.reason`, required: true },
    client_id: { sql: sql`e.client_id` },
    created_at: { sql: sql`e.created_at`, required: true },
    sent_at: { sql: sql`e.sent_at` },
  },
};
