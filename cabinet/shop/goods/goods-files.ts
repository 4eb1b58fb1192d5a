import { currencySign } from '#contract/money/money-text.ts';
import type { Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { csv } from './csv.ts';
import { plainQuantity } from './quantity.ts';

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

/** A file to fill in: the headings, and lines that show how. */
export function sampleFile(view: CabinetView): Reply {
  const { t } = view;
  const lines = [
    [t('import.sampleName'), { minorUnits: 12_50 }, { plain: '10' }, t('unit.piece'), '482000000017'],
    [t('import.sampleWeighed'), { minorUnits: 240_00 }, { plain: '7.5' }, t('unit.kg'), ''],
  ];
  return csv('sample.csv', [headings(view), ...lines], view.locale);
}

function headings({ t, locale, entitlements }: CabinetView): string[] {
  const price = `${t('goods.price')}, ${currencySign(locale, entitlements.currency)}`;
  return [t('goods.name'), price, t('goods.quantity'), t('goods.unit'), t('goods.code')];
}
