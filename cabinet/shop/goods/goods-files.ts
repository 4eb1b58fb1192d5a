import { currencySign } from '#contract/money/money-text.ts';
import type { Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { csv } from './csv.ts';
import { goodsFields } from './goods.ts';
import { plainQuantity } from './quantity.ts';
import { xlsx } from './xlsx-file.ts';

/** All goods as a file, also while the cabinet is view-only. */
export function goodsFile(store: CabinetStore, view: CabinetView): Reply {
  const rows = store
    .everyGoods()
    .map(({ name, price, quantity, unit, code, category, cost, few }) => [
      name,
      { minorUnits: price },
      { plain: plainQuantity(quantity) },
      view.t(`unit.${unit}`),
      code ?? '',
      category ?? '',
      cost === null ? '' : { minorUnits: cost },
      few === null ? '' : { plain: plainQuantity(few) },
    ]);
  return csv('goods.csv', [headings(view), ...rows], view.locale);
}

/** What bread and a kilogram of cheese cost about, and a barcode as goods of the country have. */
const sampleOf: Record<string, Sample> & { EUR: Sample } = {
  UAH: { code: '482000000017', bread: { price: 32.5, cost: 24 }, cheese: { price: 420, cost: 315 } },
  EUR: { code: '477000000012', bread: { price: 1.85, cost: 1.2 }, cheese: { price: 14.9, cost: 10.5 } },
};
interface Sample {
  code: string;
  bread: { price: number; cost: number };
  cheese: { price: number; cost: number };
}

/** A spreadsheet to fill in: the headings, and lines that show how. */
export function sampleFile(view: CabinetView): Reply {
  const { t } = view;
  const { code, bread, cheese } = sampleOf[view.entitlements.currency] ?? sampleOf.EUR;
  const lines = [
    [t('import.sampleName'), bread.price, 10, t('unit.piece'), code, t('import.sampleBread'), bread.cost, 5],
    [
      t('import.sampleWeighed'),
      cheese.price,
      7.5,
      t('unit.kg'),
      '-',
      t('import.sampleDairy'),
      cheese.cost,
      1.5,
    ],
  ];
  return xlsx('sample.xlsx', [headings(view), ...lines], view.now);
}

function headings({ t, locale, entitlements }: CabinetView): string[] {
  const sign = currencySign(locale, entitlements.currency);
  return goodsFields.map((name) =>
    name === 'price' || name === 'cost' ? `${t(`goods.${name}`)}, ${sign}` : t(`goods.${name}`),
  );
}
