import { currencySign } from '#contract/money/money-text.ts';
import type { Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { csv } from './csv.ts';

/** All goods as a file, also while the cabinet is view-only. */
export function goodsFile(store: CabinetStore, view: CabinetView): Reply {
  const rows = store
    .everyGoods()
    .map(({ name, price, quantity, code }) => [name, { minorUnits: price }, String(quantity), code ?? '']);
  return csv('goods.csv', [headings(view), ...rows], view.locale);
}

/** A file to fill in: the headings, and a line that shows how. */
export function sampleFile(view: CabinetView): Reply {
  const line = [view.t('import.sampleName'), { minorUnits: 12_50 }, '10', '482000000017'];
  return csv('sample.csv', [headings(view), line], view.locale);
}

function headings({ t, locale, entitlements }: CabinetView): string[] {
  const price = `${t('goods.price')}, ${currencySign(locale, entitlements.currency)}`;
  return [t('goods.name'), price, t('goods.quantity'), t('goods.code')];
}
