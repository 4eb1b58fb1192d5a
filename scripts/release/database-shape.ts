import { type Kysely, sql } from 'kysely';

/** What a program meets in its database: each column of each table, and the version of pg-boss' own tables. */
export interface DatabaseShape {
  tables: Record<string, Record<string, ColumnShape>>;
  jobs: number;
}

export interface ColumnShape {
  type: string;
  /** `required`: an insert that leaves it out fails. `filled`: it gets a value then. */
  may: 'be empty' | 'be left out' | 'neither';
}

export async function readShape<Schema>(db: Kysely<Schema>): Promise<DatabaseShape> {
  const { rows } = await sql<{ table: string; column: string } & ColumnShape>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      case when not a.attnotnull then 'be empty'
        when a.atthasdef or a.attidentity <> '' then 'be left out' else 'neither' end as may
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attname collate "C"`.execute(db);
  const jobs = await sql<{ version: number }>`select version from jobs.version`.execute(db);
  const tables: DatabaseShape['tables'] = {};
  for (const { table, column, type, may } of rows) (tables[table] ??= {})[column] = { type, may };
  return { tables, jobs: jobs.rows[0]?.version ?? 0 };
}
