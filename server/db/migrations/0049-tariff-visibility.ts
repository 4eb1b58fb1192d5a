import { type Kysely, sql } from 'kysely';

/**
 * Who may choose a tariff, its link, its own free period and its place (GROWTH section 17, "Tariff";
 * docs/decisions/0158). A tariff with a name in English stays on sale: it has one in the default language anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tariffs
      add column visibility text check (visibility in ('public', 'link', 'private')),
      add column link_code text unique,
      add column trial_days integer check (trial_days between 0 and 3650),
      add column position integer`.execute(db);
  await sql`
    update tariffs t set
      visibility = case when coalesce(btrim(t.translations->'en'->>'name'), '') = '' then 'private' else 'public' end,
      position = o.place
    from (
      select id, row_number() over (
        order by archived_at is not null, price_month, price_year, created_at, id) as place
      from tariffs
    ) o
    where o.id = t.id`.execute(db);
  await sql`
    alter table tariffs
      alter column visibility set not null,
      alter column position set not null,
      add constraint tariffs_link check ((visibility = 'link') = (link_code is not null))`.execute(db);
}
