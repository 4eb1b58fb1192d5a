import { sql } from 'kysely';
import { offerEntity, type OfferKind, offerKinds } from '#contract/entities/offer.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { Db, OfferRow } from '#server/db/tables.ts';
import { builtInOfferId } from '#server/settings/fixed-ids.ts';
import type { Seller } from './seller.ts';
import { startingOffer, startingOfferVersion } from './starting-offer.ts';

/** SQL for the versions of terms and privacy, with the built-in ones. */

export interface ListedOffer extends Omit<OfferRow, 'created_at'> {
  built_in: boolean;
  current: boolean;
  created_at: Date | null;
}

/** Chosen as on the public page: the newest in a language, else in the default one, else the built-in text. */
export function offerSource({
  defaultLocale,
  ...names
}: {
  productName: string;
  seller: Seller;
  defaultLocale: Locale;
}): ListSource {
  const builtIn = offerKinds.flatMap((kind) =>
    locales.map((locale) => {
      const { title, body } = startingOffer(kind, { locale, ...names });
      const id = builtInOfferId(kind, locale);
      return sql`(${id}::uuid, ${kind}::text, ${locale}::text, ${title}::text, ${body}::text)`;
    }),
  );
  return {
    from: sql`(
      select id, kind, locale, version, title, body, created_at, false as built_in,
        version = max(version) over (partition by kind, locale) as current
      from offers
      union all
      select b.id, b.kind, b.locale, ${startingOfferVersion}::int, b.title, b.body, null, true,
        not exists (
          select from offers s where s.kind = b.kind and s.locale in (b.locale, ${defaultLocale}::text)
        )
      from (values ${sql.join(builtIn)}) as b (id, kind, locale, title, body)
      where not exists (
        select from offers s
        where s.kind = b.kind and s.locale = b.locale and s.version = ${startingOfferVersion}::int
      )
    ) o`,
    id: sql`o.id`,
    defaultOrder: sql`coalesce(o.created_at, timestamptz 'epoch')`,
    search: [sql`o.title`, sql`o.body`],
    columns: columnsOf(offerEntity, {
      table: 'offers',
      alias: 'o',
      own: {
        title: { ...nameColumn(sql`o.title`), required: true },
        built_in: { sql: sql`o.built_in`, required: true },
        current: { sql: sql`o.current`, required: true },
      },
    }),
  };
}

export async function offersByIds(
  db: Db,
  { from }: ListSource,
  ids: readonly string[],
): Promise<ListedOffer[]> {
  const { rows } = await sql<ListedOffer>`select * from ${from} where o.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** The newest stored version of a text in a language, or null. */
export async function newestVersion(
  db: Db,
  { kind, locale }: Pick<OfferRow, 'kind' | 'locale'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('offers')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('kind', '=', kind)
    .where('locale', '=', locale)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** The newest stored version of a text in the first of these languages that has one. */
export async function currentOffer(
  db: Db,
  kind: OfferKind,
  languages: readonly Locale[],
): Promise<Pick<OfferRow, 'title' | 'body' | 'version' | 'locale' | 'created_at'> | undefined> {
  const newest = await db
    .selectFrom('offers')
    .select(['title', 'body', 'version', 'locale', 'created_at'])
    .distinctOn('locale')
    .where('kind', '=', kind)
    .where('locale', 'in', languages)
    .orderBy('locale')
    .orderBy('version', 'desc')
    .execute();
  return newest.toSorted((a, b) => languages.indexOf(a.locale) - languages.indexOf(b.locale))[0];
}

export async function insertOffer(db: Db, row: OfferRow): Promise<void> {
  await db.insertInto('offers').values(row).execute();
}
