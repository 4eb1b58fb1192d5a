import { currencySign } from '#contract/money/money-text.ts';
import { page, type Reply } from '../../http.ts';
import { monthOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field } from '../forms.ts';
import { csv } from '../goods/csv.ts';
import { plainQuantity } from '../goods/quantity.ts';
import { lockedPage } from '../locked-page.ts';
import { reportPage } from './report-page.ts';

/** The month's report, for tariffs with `reports`; as a file with `reports.export`. */
export function reportActions(store: CabinetStore, view: CabinetView) {
  const { t, locale, entitlements } = view;
  const isExported = entitlements.features.includes('reports.export');

  return {
    show(query: URLSearchParams): Reply {
      if (!entitlements.features.includes('reports')) return locked('reports');
      const month = monthIn(query);
      const days = { from: `${month}-01`, to: `${month}-31`, soldBy: null };
      const products = store.sumsByProduct(days);
      return page(
        200,
        reportPage(view, {
          month,
          products,
          sums: store.sumsByDay(days),
          isExported,
        }),
      );
    },

    export(query: URLSearchParams): Reply {
      if (!isExported) return locked('reports.export');
      const month = monthIn(query);
      const rows = store
        .sumsByProduct({ from: `${month}-01`, to: `${month}-31` })
        .map((product) => [
          product.name,
          { plain: plainQuantity(product.quantity) },
          t(`unit.${product.unit}`),
          { minorUnits: product.full - product.paid },
          { minorUnits: product.paid },
          product.category ?? '',
          product.cost === null ? '' : { minorUnits: product.cost },
          product.cost === null ? '' : { minorUnits: product.paid - product.cost },
        ]);
      const headings = [
        t('goods.name'),
        t('goods.quantity'),
        t('goods.unit'),
        inCurrency('report.discount'),
        inCurrency('receipt.sum'),
        t('goods.category'),
        inCurrency('report.cost'),
        inCurrency('report.margin'),
      ];
      return csv(`report-${month}.csv`, [headings, ...rows], locale);
    },
  };

  function locked(feature: string): Reply {
    return page(403, lockedPage(view, { title: 'report.title', feature }));
  }

  function inCurrency(name: string): string {
    return `${t(name)}, ${currencySign(locale, entitlements.currency)}`;
  }

  /** This month, unless another one before it is asked for. */
  function monthIn(query: URLSearchParams): string {
    const current = monthOf(view.now, entitlements.time_zone);
    const asked = field(query, 'month');
    return /^2\d{3}-(0[1-9]|1[0-2])$/.test(asked) && asked <= current ? asked : current;
  }
}
