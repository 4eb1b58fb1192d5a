import { currencySign } from '#contract/money/money-text.ts';
import type { Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { csv } from './csv.ts';
import { plainQuantity } from './quantity.ts';
import { xlsx } from './xlsx-file.ts';

/** All goods as a file, also while the cabinet is view-only. */
export function goodsFile(store: CabinetStore, view: CabinetView): Reply {
  const rows = store
    .everyGoods()
    .map(({ name, price, quantity, unit, code }) => [
      name,
      { minorUnits: price },
      { plain: plainQuantity(quantity) },
      view.t(`unit.${unit}`),
      code ?? '',
    ]);
  return csv('goods.csv', [headings(view), ...rows], view.locale);
}

/** A spreadsheet to fill in: the headings, and lines that show how. */
export function sampleFile(view: CabinetView): Reply {
  const { t } = view;
  const lines = [
    [t('import.sampleName'), 12.5, 10, t('unit.piece'), '482000000017'],
    [t('import.sampleWeighed'), 240, 7.5, t('unit.kg'), ''],
  ];
  return xlsx('sample.xlsx', [headings(view), ...lines], view.now);
}

function headings({ t, locale, entitlements }: CabinetView): string[] {
  const price = `${t('goods.price')}, ${currencySign(locale, entitlements.currency)}`;
  return [t('goods.name'), price, t('goods.quantity'), t('goods.unit'), t('goods.code')];
}
