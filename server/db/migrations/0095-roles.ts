import { type Kysely, sql } from 'kysely';

/**
 * Roles of staff (GROWTH section 18; docs/decisions/0199). An account's rights are its own and those of its roles,
 * worked out by one function wherever they are read. A role has its name in every language until somebody renames it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table roles (
      id uuid primary key,
      name text,
      names jsonb,
      permissions text[] not null check (cardinality(permissions) > 0),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((name is null) <> (names is null))
    )`.execute(db);
  for (const { id, names, permissions } of roles) {
    const [uk, en, ru, lt, de] = names;
    const translations = JSON.stringify({ uk, en, ru, lt, de });
    await sql`insert into roles (id, names, permissions, created_at, updated_at)
      values (${id}, ${translations}, ${permissions}::text[], now(), now())`.execute(db);
  }
  // Somebody may have roles alone.
  await sql`alter table users
    add column role_ids uuid[] not null default '{}',
    drop constraint users_permissions_check`.execute(db);
  await sql`
    create function effective_permissions(own text[], role_ids uuid[]) returns text[] language sql stable as $$
      select case when role_ids = '{}' then own else array(
        select unnest(own) union select unnest(r.permissions) from roles r where r.id = any (role_ids)) end
    $$`.execute(db);
}

const roles = [
  {
    id: '0198c000-0000-7000-8000-000000000301',
    names: ['Підтримка', 'Support', 'Поддержка', 'Pagalba', 'Support'],
    permissions: ['clients.write', 'clients.impersonate', 'tariffs.read', 'settings.read', 'payments.read'],
  },
  {
    id: '0198c000-0000-7000-8000-000000000302',
    names: ['Продажі', 'Sales', 'Продажи', 'Pardavimai', 'Vertrieb'],
    permissions: ['clients.write', 'clients.export', 'tariffs.read', 'reports.read'],
  },
  {
    id: '0198c000-0000-7000-8000-000000000303',
    names: ['Бухгалтерія', 'Accountant', 'Бухгалтерия', 'Buhalterija', 'Buchhaltung'],
    permissions:
      'clients.replenish clients.export tariffs.read payments.write payments.close reports.read'.split(' '),
  },
  {
    id: '0198c000-0000-7000-8000-000000000304',
    names: ['Продукт', 'Product', 'Продукт', 'Produktas', 'Produkt'],
    permissions: ['clients.read', 'tariffs.write', 'settings.read', 'reports.read'],
  },
  {
    id: '0198c000-0000-7000-8000-000000000305',
    names: ['Аудитор', 'Auditor', 'Аудитор', 'Auditorius', 'Revision'],
    permissions:
      'clients.read tariffs.read users.read settings.read payments.read reports.read audit.read webhooks.read read_only'.split(
        ' ',
      ),
  },
];
