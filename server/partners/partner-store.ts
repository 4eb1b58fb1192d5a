import { sql } from 'kysely';
import { partnerEntity } from '#contract/entities/partner.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, PartnerRow } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { clientsOf, codeStore } from '#server/promo-codes/code-store.ts';
import { tariffNames } from '#server/tariffs/tariff-store.ts';

/** SQL for partners that are not deleted. */

export const partnerStore = codeStore<PartnerRow>('partners');

/** Banks and alliances to choose from, by name. */
export function partnerChoices(db: Db): Promise<Pick<PartnerRow, 'code' | 'name' | 'kind'>[]> {
  return db
    .selectFrom('partners')
    .select(['code', 'name', 'kind'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`name collate "uk-x-icu"`)
    .execute();
}

export const partnerSource: ListSource = {
  from: sql`partners p`,
  id: sql`p.id`,
  defaultOrder: sql`p.created_at`,
  where: sql`p.deleted_at is null`,
  search: [sql`p.code`, sql`p.name`],
  columns: columnsOf(partnerEntity, {
    table: 'partners',
    alias: 'p',
    own: {
      name: { ...nameColumn(sql`p.name`), required: true },
      clients_count: { sql: clientsOf.partners, required: true },
    },
  }),
};

/** The columns of the list's file. */
export function partnerCsv(defaultLocale: Locale) {
  return fileColumnsOf(partnerEntity, {
    tariff_ids: { sql: ({ locale }) => tariffNames(sql`p.tariff_ids`, locale, defaultLocale) },
  });
}
