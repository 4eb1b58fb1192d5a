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

/** A spreadsheet to fill in: the headings, and lines that show how. */
export function sampleFile(view: CabinetView): Reply {
  const { t } = view;
  const lines = [
    [t('import.sampleName'), 12.5, 10, t('unit.piece'), '482000000017', t('import.sampleBread'), 9, 5],
    [t('import.sampleWeighed'), 240, 7.5, t('unit.kg'), '-', t('import.sampleDairy'), 180, 1.5],
  ];
  return xlsx('sample.xlsx', [headings(view), ...lines], view.now);
}

function headings({ t, locale, entitlements }: CabinetView): string[] {
  const sign = currencySign(locale, entitlements.currency);
  return goodsFields.map((name) =>
    name === 'price' || name === 'cost' ? `${t(`goods.${name}`)}, ${sign}` : t(`goods.${name}`),
  );
}
