import { type Kysely, sql } from 'kysely';

/** Logins and what else happens at the doors, as rows of the audit log (GROWTH section 15). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A constant default and no default rewrite nothing.
  await sql`
    alter table audit_entries
      add column kind text not null default 'change' check (kind in ('change', 'security')),
      add column device text,
      add column person_id uuid`.execute(db);
}
