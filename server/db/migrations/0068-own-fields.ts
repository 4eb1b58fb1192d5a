import { type Kysely, sql } from 'kysely';

/** Fields of clients that staff define, and a narrow row for each value (docs/decisions/0177). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_fields (
      id uuid primary key,
      key text collate "C" not null unique,
      kind text not null,
      options jsonb not null,
      translations jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table client_values (
      client_id uuid not null references clients on delete cascade,
      field_id uuid not null references client_fields on delete cascade,
      text text,
      number bigint,
      day date,
      primary key (client_id, field_id),
      check (num_nonnulls(text, number, day) = 1)
    )`.execute(db);
  // In the order of lists; a value is in one of them.
  for (const column of ['text collate "uk-x-icu"', 'number', 'day']) {
    const [name = ''] = column.split(' ');
    await sql`
      create index ${sql.raw(`client_values_${name}`)} on client_values (field_id, ${sql.raw(column)}, client_id)
        where ${sql.ref(name)} is not null`.execute(db);
  }
  // A value changes together with its client, but for the values of a field that is deleted.
  await sql`
    create trigger client_fields_list_changed after insert or update or delete on client_fields
      for each statement execute function list_changed('clients')`.execute(db);
}
