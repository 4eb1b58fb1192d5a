import type { Variant } from '#contract/kernel/variants.ts';
import type { Db, PartnerRow, PromoCodeRow } from '#server/db/tables.ts';
import { day, later, monthsLater } from './calendar.ts';
import type { Random } from './random.ts';

/** Without the columns that have a default. */
export type DemoPartner = Omit<PartnerRow, 'deleted_at'>;
export type DemoPromoCode = Omit<PromoCodeRow, 'deleted_at'>;

export interface DemoChannels {
  partners: DemoPartner[];
  promoCodes: DemoPromoCode[];
}

interface Options {
  random: Random;
  now: Date;
  timeZone: string;
  variant: Variant;
}

/** Two banks and an alliance; promo codes that are valid, used up, expired and not yet valid. */
export async function insertChannels(
  tx: Db,
  { random, now, timeZone, variant }: Options,
): Promise<DemoChannels> {
  const ago = (months: number) => monthsLater(now, -months, timeZone);
  const partner = (
    code: string,
    name: string,
    kind: PartnerRow['kind'],
    days: number | null,
    months: number,
  ) => ({
    id: random.id(),
    code,
    name,
    kind,
    free_period_days: days,
    tariff_ids: null,
    created_at: ago(months),
    updated_at: ago(months),
  });
  const partners = [
    partner(
      { ua: 'dnipro', lt: 'nemunas' }[variant],
      { ua: 'Дніпро Банк', lt: 'Nemuno bankas' }[variant],
      'bank',
      30,
      16,
    ),
    partner(
      { ua: 'karpaty', lt: 'gintaras' }[variant],
      { ua: 'Карпати Капітал', lt: 'Gintaro kreditas' }[variant],
      'bank',
      null,
      11,
    ),
    partner('merchants', { ua: 'Спілка крамарів', lt: 'Krautuvininkų sąjunga' }[variant], 'alliance', 45, 13),
  ];
  const promoCode = (code: string, since: Date, rest: Partial<DemoPromoCode>): DemoPromoCode => ({
    id: random.id(),
    code,
    valid_from: since,
    valid_to: null,
    uses_left: null,
    extra_free_days: null,
    bonus: null,
    discount_percent: null,
    discount_amount: null,
    discount_periods: null,
    tariff_ids: null,
    created_at: since < now ? since : later(now, -2 * day),
    updated_at: later(now, -2 * day),
    ...rest,
  });
  const promoCodes = [
    promoCode('DRUZI', ago(17), { bonus: { ua: 10_000, lt: 300 }[variant] }),
    promoCode('VESNA', ago(9), { valid_to: ago(6), extra_free_days: 14 }),
    promoCode('YARMAROK', ago(4), { uses_left: 0, extra_free_days: 7 }),
    promoCode('TYZHDEN', ago(3), { uses_left: 83, extra_free_days: 7 }),
    promoCode('SVIATA', later(now, 12 * day), { valid_to: later(now, 45 * day), extra_free_days: 30 }),
  ];
  await tx.insertInto('partners').values(partners).execute();
  await tx.insertInto('promo_codes').values(promoCodes).execute();
  return { partners, promoCodes };
}
