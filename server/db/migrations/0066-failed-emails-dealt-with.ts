import { type Kysely, sql } from 'kysely';

/** A failed email is somebody's work until it is sent again or dismissed (GROWTH section 19, "Home"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table emails add column dealt_with_at timestamptz`.execute(db);
  await sql`
    update emails set dealt_with_at = audit.at
    from (select subject_id, max(at) as at from audit_entries where action = 'email.resent' group by subject_id) audit
    where emails.status = 'failed' and emails.id = audit.subject_id`.execute(db);
  await sql`
    create index emails_to_deal_with on emails (created_at, id)
    where status = 'failed' and dealt_with_at is null`.execute(db);
}
