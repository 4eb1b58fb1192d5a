import { type Kysely, sql } from 'kysely';

/** What VIES said of buyers' VAT numbers (GROWTH section 16, docs/decisions/0145). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vat_checks (
      vat_number text primary key,
      status text not null check (status in ('pending', 'valid', 'invalid')),
      requested_at timestamptz not null,
      answered_at timestamptz,
      name text,
      check ((status = 'pending') = (answered_at is null))
    )`.execute(db);
}
