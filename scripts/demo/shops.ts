import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { dayAfter, dayOf, monthOf } from '#cabinet/month.ts';
import { cabinetMigrations, cabinetStore } from '#cabinet/store/cabinet-store.ts';
import type { Unit } from '#cabinet/shop/goods/units.ts';
import { roundedCash, usualStep } from '#cabinet/shop/drawer/rounded-cash.ts';
import type { ReceiptLine } from '#cabinet/shop/sales/returns-store.ts';
import { lessPercent, lineSum, partsOf, takenOff } from '#cabinet/shop/sales/share-of.ts';
import { inTransaction, openSqliteFile } from '#cabinet/store/sqlite-file.ts';
import type { Usage } from '#contract/cabinets/cabinet.ts';
import { type Variant, variants } from '#contract/kernel/variants.ts';
import type { Config } from '#server/kernel/config.ts';
import { createRandom, type Random } from './random.ts';

interface Shop {
  /** The cabinet's database. */
  file: string;
  /** Another shop for another number, the same at every run. */
  seed: number;
  variant: Variant;
  timeZone: string;
  now: Date;
}

/** A name with its price in minor units, and the unit of what isn't sold by the piece. */
type Offer = readonly [string, number, Unit?];

/** By category. */
const offers: Record<Variant, Readonly<Record<string, readonly Offer[]>>> = {
  ua: {
    Молочне: [
      ['Сир твердий', 389_00, 'kg'],
      ['Молоко 2,5 %, 900 мл', 46_90],
      ['Кефір 1 %, 900 мл', 48_40],
      ['Сир кисломолочний, 350 г', 84_00],
      ['Масло вершкове 82,5 %, 180 г', 112_00],
      ['Яйця курячі С1, 10 шт.', 69_90],
    ],
    'Овочі та фрукти': [
      ['Яблука', 34_50, 'kg'],
      ['Помідори', 68_00, 'kg'],
    ],
    Хліб: [
      ['Хліб житній, 600 г', 38_00],
      ['Батон нарізний, 500 г', 32_50],
    ],
    Бакалія: [
      ['Крупа гречана, 1 кг', 54_30],
      ['Рис довгий, 1 кг', 61_00],
      ['Цукор, 1 кг', 34_90],
      ['Борошно пшеничне, 2 кг', 52_80],
      ['Олія соняшникова, 850 мл', 74_50],
    ],
    Напої: [
      ['Кава мелена, 250 г', 189_00],
      ['Чай чорний, 100 пакетиків', 128_00],
      ['Вода мінеральна, 1,5 л', 26_90],
      ['Сік яблучний, 1 л', 58_00],
    ],
    Солодощі: [
      ['Шоколад чорний, 90 г', 64_90],
      ['Печиво вівсяне, 400 г', 57_20],
    ],
    'Для дому': [
      ['Мило туалетне, 90 г', 31_00],
      ['Серветки паперові, 100 шт.', 29_40],
    ],
  },
  lt: {
    'Pieno produktai': [
      ['Kietasis sūris', 11_90, 'kg'],
      ['Pienas 2,5 %, 1 l', 1_39],
      ['Kefyras 2,5 %, 1 l', 1_45],
      ['Varškė 9 %, 200 g', 1_69],
      ['Sviestas 82 %, 170 g', 2_79],
      ['Kiaušiniai M, 10 vnt.', 2_49],
    ],
    'Daržovės ir vaisiai': [
      ['Obuoliai', 1_49, 'kg'],
      ['Pomidorai', 2_99, 'kg'],
    ],
    Duona: [
      ['Ruginė duona, 800 g', 1_89],
      ['Batonas, 400 g', 1_29],
    ],
    Bakalėja: [
      ['Grikiai, 800 g', 1_99],
      ['Ryžiai, 1 kg', 2_35],
      ['Cukrus, 1 kg', 1_19],
      ['Kvietiniai miltai, 1,75 kg', 1_79],
      ['Saulėgrąžų aliejus, 1 l', 2_59],
    ],
    Gėrimai: [
      ['Malta kava, 250 g', 4_99],
      ['Juodoji arbata, 100 pakelių', 3_49],
      ['Mineralinis vanduo, 1,5 l', 89],
      ['Obuolių sultys, 1 l', 1_95],
    ],
    Saldumynai: [
      ['Juodasis šokoladas, 100 g', 1_99],
      ['Avižiniai sausainiai, 300 g', 1_85],
    ],
    Namams: [
      ['Muilas, 90 g', 99],
      ['Popierinės servetėlės, 100 vnt.', 1_05],
    ],
  },
};
/** Who sells; the first one takes back what a customer brings. */
const cashiers: Record<Variant, readonly [string, string]> = {
  ua: ['Оксана Мельник', 'Ігор Ткачук'],
  lt: ['Rasa Petrauskienė', 'Tomas Kazlauskas'],
};
/** What a shop pays of a price. */
const costShare = 0.74;
const days = 40;

/** What a client's cabinet holds, in the columns of the client. */
export interface ShopUsage {
  clientId: string;
  columns: Pick<Usage, 'monthly_turnover' | 'goods_count' | 'cash_registers'>;
}

/**
 * Fills the cabinets of these clients, and answers what each of them will report. It keeps the process busy for
 * seconds, so no transaction of the platform may be open meanwhile: PostgreSQL would end it.
 */
export function fillShops(
  clientIds: readonly string[],
  { config, now }: { config: Config; now: Date },
): ShopUsage[] {
  const { variant } = config;
  const { timeZone } = variants[variant];
  const folder = path.join(config.dataDir, 'cabinets');
  return clientIds.map((clientId, seed) => ({
    clientId,
    columns: fillShop({ file: path.join(folder, `${clientId}.sqlite`), seed, variant, timeZone, now }),
  }));
}

/** Gives a cabinet the goods and the sales of some weeks, so that a visitor sees a shop at work. */
function fillShop({ file, seed, variant, timeZone, now }: Shop): ShopUsage['columns'] {
  const random = createRandom(seed);
  const goods = random
    .shuffled(
      Object.entries(offers[variant]).flatMap(([category, all]) => all.map((offer) => ({ category, offer }))),
    )
    .slice(0, random.int(9, 18))
    .map(({ category, offer: [name, price, unit = 'piece'] }, place) => ({
      id: randomUUID(),
      name,
      category,
      price,
      cost: Math.round(price * costShare),
      unit,
      code: `4820${random.digits(9)}`,
      quantity: (place < 2 ? random.int(0, 3) : random.int(6, 80)) * 1000,
    }));
  const database = openSqliteFile(file, cabinetMigrations, { create: false });
  try {
    inTransaction(database, () => {
      const item = database.prepare(
        `INSERT INTO goods (id, name, category, code, price, cost, unit, quantity, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      for (const [place, { id, name, category, code, price, cost, unit, quantity }] of goods.entries()) {
        const at = now.getTime() - days * 86_400_000 - place;
        item.run(id, name, category, code, price, cost, unit, quantity, at);
      }
      sellAll(database, { goods, random, variant, timeZone, now });
    });
    takeSomeBack(database, { variant, timeZone, now });
    const used = cabinetStore(database).usage(monthOf(now, timeZone), {});
    return {
      monthly_turnover: used.monthly_turnover,
      goods_count: used.goods_count,
      cash_registers: used.cash_registers,
    };
  } finally {
    database.close();
  }
}

type Item = Pick<ReceiptLine, 'name' | 'price' | 'unit'> & { id: string; cost: number };

/** The sales of some weeks: here and there with a discount, paid in two parts or undone. The last ones have each of it. */
function sellAll(
  database: DatabaseSync,
  {
    goods,
    random,
    variant,
    timeZone,
    now,
  }: Pick<Shop, 'variant' | 'timeZone' | 'now'> & { goods: Item[]; random: Random },
): void {
  const receipt = database.prepare(
    `INSERT INTO receipts
       (number, once, total, cash_register, sold_at, day, voided_at, discount, paid_by, in_cash, rounding, seller)
     VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const line = database.prepare(
    `INSERT INTO receipt_lines
       (receipt, position, goods_id, name, price, unit, quantity, sum, off, off_percent, cost, paid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const step = usualStep(variants[variant].currency);
  const moments = salesUpTo(now, random);
  for (const [place, soldAt] of moments.entries()) {
    const fromEnd = moments.length - 1 - place;
    const lines = random
      .shuffled(goods)
      .slice(0, random.int(1, 4))
      .map((item, position) => boughtOf(item, random, { isReduced: fromEnd === 1 && position === 0 }));
    const discount = random.chance(0.04) || fromEnd === 2 ? 5 : 0;
    const total = lessPercent(
      lines.reduce((all, { sum }) => all + sum, 0),
      discount,
    );
    // A round part of it.
    const inCash = random.chance(0.05) || fromEnd === 3 ? Math.floor(total / 200) * 100 : 0;
    const paidBy = inCash > 0 ? 'mixed' : random.chance(0.6) ? 'card' : 'cash';
    const at = soldAt.getTime();
    const voided = random.chance(0.015) ? at + 240_000 : null;
    const number = place + 1;
    receipt.run(
      number,
      randomUUID(),
      total,
      at,
      dayOf(soldAt, timeZone),
      voided,
      discount,
      paidBy,
      inCash > 0 ? inCash : null,
      // A part in cash is round already.
      paidBy === 'cash' ? roundedCash(total, step) - total : 0,
      cashiers[variant][place % 7 < 4 ? 0 : 1],
    );
    const paid = partsOf(
      total,
      lines.map(({ sum }) => sum),
    );
    for (const [position, { id, name, price, unit, quantity, sum, off, percent, cost }] of lines.entries()) {
      const part = paid[position] ?? 0;
      line.run(number, position + 1, id, name, price, unit, quantity, sum, off, percent, cost, part);
    }
  }
}

/** What is bought of an item at once. */
function boughtOf(item: Item, random: Random, { isReduced }: { isReduced: boolean }) {
  const quantity = boughtAtOnce(item.unit, random);
  const full = lineSum({ ...item, quantity });
  const percent = isReduced || random.chance(0.04) ? 20 : null;
  const off = percent === null ? 0 : takenOff(full, { value: percent, isPercent: true }, lessPercent);
  const cost = lineSum({ price: item.cost, quantity });
  return { ...item, quantity, sum: full - off, off, percent, cost };
}

/** The first line of every fortieth receipt comes back the next day, and one of today or the last day. */
function takeSomeBack(
  database: DatabaseSync,
  { variant, timeZone, now }: Pick<Shop, 'variant' | 'timeZone' | 'now'>,
): void {
  const store = cabinetStore(database);
  const today = dayOf(now, timeZone);
  const sold = store.receiptsOf({ from: dayAfter(today, -days), to: today, soldBy: null, way: null });
  for (const [place, receipt] of sold.entries()) {
    const line = store.findReceipt(receipt.number)?.lines[0];
    if (place % 40 !== 4 || !line || receipt.voided_at !== null) continue;
    const at = new Date(Math.min(receipt.sold_at + 86_400_000, now.getTime() - 60_000));
    store.returnGoods(receipt, new Map([[line.position, line.quantity]]), {
      once: randomUUID(),
      now: at,
      day: dayOf(at, timeZone),
      by: cashiers[variant][0],
      takenBy: null,
      shown: '',
      step: usualStep(variants[variant].currency),
    });
  }
}

/** How much of an item is on one receipt, in thousandths: mostly one piece, or a weight as scales give it. */
function boughtAtOnce(unit: Unit, random: Random): number {
  if (unit !== 'piece') return random.int(60, 420) * 5;
  return (random.chance(0.75) ? 1 : random.int(2, 4)) * 1000;
}

/** Moments of sales, the oldest first: more on Saturdays, none on some Sundays, between 9 and 19 o'clock. */
function salesUpTo(now: Date, random: Random): Date[] {
  const today = now.toISOString().slice(0, 10);
  return Array.from({ length: days + 1 }, (_, back) => dayAfter(today, back - days))
    .flatMap((day) => {
      const weekday = new Date(day).getUTCDay();
      if (weekday === 0 && random.chance(0.4)) return [];
      const count = random.int(2, 6) + (weekday === 6 ? 3 : 0);
      return Array.from({ length: count }, () => Date.parse(day) + random.int(7 * 3600, 17 * 3600) * 1000);
    })
    .filter((at) => at < now.getTime() - 300_000)
    .sort((a, b) => a - b)
    .map((at) => new Date(at));
}
