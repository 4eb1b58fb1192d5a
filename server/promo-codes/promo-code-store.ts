import { sql } from 'kysely';
import { promoCodeEntity, type PromoCodeState } from '#contract/entities/promo-code.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { PromoCodeRow } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { tariffNames } from '#server/tariffs/tariff-store.ts';
import { clientsOf, codeStore } from './code-store.ts';

/** SQL for promo codes that are not deleted. */

export const promoCodeStore = codeStore<PromoCodeRow>('promo_codes');

export function promoCodeSource(now: Date): ListSource {
  return {
    from: sql`promo_codes p`,
    id: sql`p.id`,
    defaultOrder: sql`p.created_at`,
    where: sql`p.deleted_at is null`,
    search: [sql`p.code`],
    columns: columnsOf(promoCodeEntity, {
      table: 'promo_codes',
      alias: 'p',
      own: {
        state: { sql: stateAt(now), required: true },
        clients_count: { sql: clientsOf.promo_codes, required: true },
      },
    }),
  };
}

/** `stateOf` in SQL. */
function stateAt(now: Date) {
  return sql<PromoCodeState>`case when p.valid_to <= ${now}::timestamptz then 'expired'
    when p.valid_from > ${now}::timestamptz then 'not_yet' when p.uses_left <= 0 then 'used_up' else 'active' end`;
}

/** The columns of the list's file. */
export function promoCodeCsv(defaultLocale: Locale) {
  return fileColumnsOf(promoCodeEntity, {
    // The heading says the last day; the row has the moment after it.
    valid_to: { sql: sql`p.valid_to - interval '1 second'` },
    extra_free_days: { sql: sql`p.extra_free_days` },
    bonus: { sql: sql`p.bonus`, is: { type: 'money' } },
    discount_percent: { sql: sql`p.discount_percent` },
    discount_amount: { sql: sql`p.discount_amount`, is: { type: 'money' } },
    discount_periods: { sql: sql`p.discount_periods` },
    tariff_ids: { sql: ({ locale }) => tariffNames(sql`p.tariff_ids`, locale, defaultLocale) },
  });
}
