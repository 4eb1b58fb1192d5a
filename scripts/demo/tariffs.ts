import type { Variant } from '#contract/kernel/variants.ts';
import type { Db, TariffTexts } from '#server/db/tables.ts';
import { localDay } from '#server/kernel/periods.ts';
import { insertPrice } from '#server/subscriptions/price-store.ts';
import { insertFeatures } from './features.ts';
import { monthsLater } from './calendar.ts';
import type { Random } from './random.ts';

export type TariffName = 'start' | 'stall' | 'shop' | 'chain' | 'season';

export interface DemoTariff {
  id: string;
  /** Minor units. */
  price: { month: number; year: number };
  monthlyTurnoverLimit: number | null;
  goodsQuantity: number | null;
}

/** The seeded "Start", made smaller, and four more; the last one is archived. */
export async function insertTariffs(
  tx: Db,
  { random, now, variant, timeZone }: { random: Random; now: Date; variant: Variant; timeZone: string },
): Promise<Record<TariffName, DemoTariff>> {
  const featureIds = await insertFeatures(tx, now);
  const seeded = await tx.selectFrom('tariffs').select('id').executeTakeFirstOrThrow();
  const createdAt = monthsLater(now, -19, timeZone);
  const made: Partial<Record<TariffName, DemoTariff>> = {};
  for (const offer of offers) {
    const id = offer.name === 'start' ? seeded.id : random.id();
    const price = { month: offer.month[variant], year: offer.month[variant] * 10 };
    const row = {
      price_month: price.month,
      price_year: price.year,
      monthly_turnover_limit: offer.turnover && offer.turnover[variant],
      goods_quantity: offer.goods,
      recommended_days: offer.recommendedDays,
      visibility: 'public' as const,
      recommended: offer.name === 'shop',
      position: offers.indexOf(offer) + 1,
      translations: JSON.stringify(offer.texts),
      archived_at: offer.name === 'season' ? monthsLater(now, -5, timeZone) : null,
      created_at: createdAt,
      updated_at: createdAt,
    };
    if (offer.name === 'start') await tx.updateTable('tariffs').set(row).where('id', '=', id).execute();
    else
      await tx
        .insertInto('tariffs')
        .values({ id, ...row })
        .execute();
    await tx.deleteFrom('tariff_prices').where('tariff_id', '=', id).execute();
    await insertPrice(tx, {
      id: random.id(),
      tariff_id: id,
      price_month: price.month,
      price_year: price.year,
      from_day: localDay(createdAt, timeZone),
      starts_at: createdAt,
      existing: 'change',
      notice_days: 0,
      begun: true,
      created_by: null,
      created_at: createdAt,
      withdrawn_at: null,
    });
    const included = offer.features.map((key) => ({ tariff_id: id, feature_id: featureIds.get(key) ?? '' }));
    await tx.deleteFrom('tariff_features').where('tariff_id', '=', id).execute();
    await tx.insertInto('tariff_features').values(included).execute();
    made[offer.name] = {
      id,
      price,
      monthlyTurnoverLimit: row.monthly_turnover_limit,
      goodsQuantity: offer.goods,
    };
  }
  await tx.deleteFrom('features').where('key', '=', 'access').execute();
  // The demo's cabinets have reported from the start.
  await tx.updateTable('metrics').set({ reported_at: createdAt }).where('built_in', '=', true).execute();
  return made as Record<TariffName, DemoTariff>; // one entry for each of `offers`
}

interface Offer {
  name: TariffName;
  /** Minor units of the variant's currency; a year costs ten months. */
  month: Record<Variant, number>;
  turnover: Record<Variant, number> | null;
  goods: number | null;
  recommendedDays: number;
  features: string[];
  texts: TariffTexts;
}

const basic = ['sales', 'sales.receipts', 'goods'];
const stall = [...basic, 'sales.discounts'];
const shop = [...stall, 'reports'];

const offers: Offer[] = [
  {
    name: 'start',
    month: { ua: 0, lt: 0 },
    turnover: { ua: 3_000_000, lt: 100_000 },
    goods: 30,
    recommendedDays: 30,
    features: basic,
    texts: {
      uk: { name: 'Старт', subtitle: 'Щоб спробувати', description: 'Чеки та 30 товарів без оплати.' },
      en: { name: 'Start', subtitle: 'To try it', description: 'Receipts and 30 products, free of charge.' },
      ru: { name: 'Старт', subtitle: 'Чтобы попробовать', description: 'Чеки и 30 товаров без оплаты.' },
      lt: { name: 'Startas', subtitle: 'Išbandyti', description: 'Kvitai ir 30 prekių nemokamai.' },
      de: { name: 'Start', subtitle: 'Zum Ausprobieren', description: 'Bons und 30 Artikel kostenlos.' },
    },
  },
  {
    name: 'stall',
    month: { ua: 19_900, lt: 690 },
    turnover: { ua: 25_000_000, lt: 700_000 },
    goods: 500,
    recommendedDays: 30,
    features: stall,
    texts: {
      uk: { name: 'Лавка', subtitle: 'Невеликій крамниці', description: 'Чеки, знижки та 500 товарів.' },
      en: {
        name: 'Kiosk',
        subtitle: 'For a small shop',
        description: 'Receipts, discounts and 500 products.',
      },
      ru: { name: 'Лавка', subtitle: 'Небольшому магазину', description: 'Чеки, скидки и 500 товаров.' },
      lt: { name: 'Kioskas', subtitle: 'Mažai parduotuvei', description: 'Kvitai, nuolaidos ir 500 prekių.' },
      de: { name: 'Kiosk', subtitle: 'Für kleine Läden', description: 'Bons, Rabatte und 500 Artikel.' },
    },
  },
  {
    name: 'shop',
    month: { ua: 49_900, lt: 1690 },
    turnover: { ua: 150_000_000, lt: 4_000_000 },
    goods: 5000,
    recommendedDays: 90,
    features: shop,
    texts: {
      uk: {
        name: 'Магазин',
        subtitle: 'Знижки та звіти',
        description: 'Для магазину: знижки, звіт за місяць і 5 000 товарів.',
      },
      en: {
        name: 'Shop',
        subtitle: 'Discounts and reports',
        description: 'For a shop: discounts, a monthly report and 5,000 products.',
      },
      ru: {
        name: 'Магазин',
        subtitle: 'Скидки и отчёты',
        description: 'Для магазина: скидки, отчёт за месяц и 5 000 товаров.',
      },
      lt: {
        name: 'Parduotuvė',
        subtitle: 'Nuolaidos ir ataskaitos',
        description: 'Parduotuvei: nuolaidos, mėnesio ataskaita ir 5 000 prekių.',
      },
      de: {
        name: 'Laden',
        subtitle: 'Rabatte und Berichte',
        description: 'Für einen Laden: Rabatte, Monatsbericht und 5.000 Artikel.',
      },
    },
  },
  {
    name: 'chain',
    month: { ua: 129_900, lt: 4490 },
    turnover: null,
    goods: null,
    recommendedDays: 90,
    features: [...shop, 'reports.export'],
    texts: {
      uk: { name: 'Мережа', subtitle: 'Без обмежень', description: 'Товари без обмежень, звіти у файлі.' },
      en: { name: 'Chain', subtitle: 'No limits', description: 'Unlimited products, reports as files.' },
      ru: {
        name: 'Сеть',
        subtitle: 'Без ограничений',
        description: 'Товары без ограничений, отчёты в файле.',
      },
      lt: {
        name: 'Tinklas',
        subtitle: 'Be apribojimų',
        description: 'Prekės be apribojimų, ataskaitos kaip failas.',
      },
      de: {
        name: 'Kette',
        subtitle: 'Ohne Begrenzung',
        description: 'Beliebig viele Artikel, Berichte als Datei.',
      },
    },
  },
  {
    name: 'season',
    month: { ua: 14_900, lt: 490 },
    turnover: { ua: 15_000_000, lt: 400_000 },
    goods: 100,
    recommendedDays: 30,
    features: basic,
    texts: {
      uk: { name: 'Сезон', subtitle: 'На літо', description: 'Для сезонної торгівлі. Більше не продається.' },
      en: { name: 'Season', subtitle: 'For the summer', description: 'For seasonal trade. No longer sold.' },
      ru: { name: 'Сезон', subtitle: 'На лето', description: 'Для сезонной торговли. Больше не продаётся.' },
      lt: {
        name: 'Sezonas',
        subtitle: 'Vasarai',
        description: 'Sezoninei prekybai. Nebeparduodamas.',
      },
      de: {
        name: 'Saison',
        subtitle: 'Für den Sommer',
        description: 'Für Saisonhandel. Nicht mehr im Verkauf.',
      },
    },
  },
];
