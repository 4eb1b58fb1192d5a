import { page, seeOther, type Reply } from '../http.ts';
import type { CabinetView } from '../pages/cabinet-layout.ts';
import type { CabinetStore } from '../store/cabinet-store.ts';
import type { StorePool } from '../store/store-pool.ts';
import { drawerActions } from './drawer/drawer-actions.ts';
import { goodsActions } from './goods/goods-actions.ts';
import { goodsFile, sampleFile } from './goods/goods-files.ts';
import { importActions } from './goods/import/import-actions.ts';
import { homePage } from './home/home-page.ts';
import { readHome } from './home/home-facts.ts';
import { shopActions } from './own/shop-actions.ts';
import { deniedPage, lockedPage, missingPage } from './locked-page.ts';
import { reportActions } from './reports/report-actions.ts';
import { firstPage, forRole, roleLacking } from './rights.ts';
import { receiptActions } from './sales/receipt-actions.ts';
import { receiptsFile } from './sales/receipts-file.ts';
import { showPeriod } from './sales/show-period.ts';
import { saleActions } from './till/sale-actions.ts';

/** The feature of the tariff that opens the shop. */
const feature = 'goods';

/** The product itself: its addresses, and what they are asked for. The protocol's are in `cabinet-app.ts`. */
export const shopRoutes: Record<string, readonly string[]> = {
  '/': ['GET', 'HEAD'],
  '/goods': ['GET', 'HEAD', 'POST'],
  '/goods/new': ['GET', 'HEAD'],
  '/goods/edit': ['GET', 'HEAD', 'POST'],
  '/goods/deliver': ['POST'],
  '/goods/import': ['GET', 'HEAD', 'POST'],
  '/goods/import/confirm': ['POST'],
  '/goods/delete': ['POST'],
  '/goods/restore': ['POST'],
  '/goods.csv': ['GET'],
  '/goods/sample.xlsx': ['GET'],
  '/sale': ['GET', 'HEAD', 'POST'],
  '/sales': ['GET', 'HEAD'],
  '/sales.csv': ['GET'],
  '/report': ['GET', 'HEAD'],
  '/report.csv': ['GET'],
  '/receipt': ['GET', 'HEAD'],
  '/receipt/void': ['POST'],
  '/receipt/return': ['POST'],
  '/drawer': ['GET', 'HEAD', 'POST'],
  '/shop': ['GET', 'HEAD', 'POST'],
};

/** The addresses that take a file, each with the most bytes of one. */
export const fileLimits: Record<string, number> = {
  '/goods/import': 1024 * 1024,
};

interface Deps {
  stores: StorePool;
  clientId: string;
  view: CabinetView;
}

/**
 * A small shop: goods, sales with receipts, the day's and month's turnover. Everything is in the cabinet's own
 * database, so that it works while the platform is silent.
 */
export function shop({ stores, clientId, view: given }: Deps) {
  const view = forRole(given);
  const isOpen = view.entitlements.features.includes(feature);
  const locked = () => page(403, lockedPage(view, { title: 'nav.goods', feature }));

  return {
    show: (url: URL): Reply =>
      stores.use(clientId, (kept) => {
        const store = forReader(kept, view);
        const query = url.searchParams;
        if (shopRoutes[url.pathname] === undefined)
          return page(404, missingPage(view, { href: '/', label: view.t('toStart') }));
        if (url.pathname === '/') return home(store, view, { query, isOpen });
        if (!isOpen) return locked();
        const lowest = roleLacking(view, { path: url.pathname, changes: false });
        if (lowest) return page(403, deniedPage(view, lowest));
        const goods = goodsActions(store, view);
        switch (url.pathname) {
          case '/goods/new':
            return goods.showNew(query);
          case '/goods/edit':
            return goods.showOne(query);
          case '/goods/import':
            return importActions(store, view).show(query);
          case '/goods.csv':
            return goodsFile(store, view);
          case '/goods/sample.xlsx':
            return sampleFile(view);
          case '/sale':
            return view.readOnly ? seeOther('/sales') : saleActions(store, view).show(query);
          case '/sales':
            return showPeriod(store, view, query);
          case '/sales.csv':
            return receiptsFile(store, view, query);
          case '/report':
            return reportActions(store, view).show(query);
          case '/report.csv':
            return reportActions(store, view).export(query);
          case '/receipt':
            return receiptActions(store, view).show(query);
          case '/drawer':
            return drawerActions(store, view).show(query);
          case '/shop':
            return shopActions(store, view).show(query);
          default:
            return goods.show(query);
        }
      }),

    change: (path: string, form: URLSearchParams, file?: Uint8Array): Reply =>
      stores.use(clientId, (kept) => {
        const store = forReader(kept, view);
        if (!isOpen) return locked();
        const lowest = view.readOnly ? 'admin' : roleLacking(view, { path, changes: true });
        if (lowest) return page(403, deniedPage(view, lowest));
        return changed(store, view, { path, form, file });
      }),
  };
}

/** Lists of goods go as the reader's language does. */
function forReader(store: CabinetStore, { locale }: CabinetView): CabinetStore {
  return { ...store, ...store.goodsIn(locale) };
}

/** What a form changes, of a reader who may. */
function changed(
  store: CabinetStore,
  view: CabinetView,
  { path, form, file }: { path: string; form: URLSearchParams; file: Uint8Array | undefined },
): Reply {
  const goods = goodsActions(store, view);
  const receipts = receiptActions(store, view);
  switch (path) {
    case '/goods/edit':
      return goods.change(form);
    case '/goods/deliver':
      return goods.deliver(form);
    case '/goods/import':
      return importActions(store, view).read(form, file);
    case '/goods/import/confirm':
      return importActions(store, view).confirm(form);
    case '/goods/delete':
      return goods.remove(form);
    case '/goods/restore':
      return goods.restore(form);
    case '/sale':
      return saleActions(store, view).act(form);
    case '/receipt/void':
      return receipts.takeBack(form);
    case '/receipt/return':
      return receipts.takeGoods(form);
    case '/drawer':
      return drawerActions(store, view).act(form);
    case '/shop':
      return shopActions(store, view).change(form);
    default:
      return goods.add(form);
  }
}

/** After the sign-in the page where the reader works. */
function home(
  store: CabinetStore,
  view: CabinetView,
  { query, isOpen }: { query: URLSearchParams; isOpen: boolean },
): Reply {
  const first = query.has('first') ? firstPage(view, isOpen) : '/';
  if (first !== '/') return seeOther(first);
  return page(200, homePage(view, isOpen ? readHome(store, view) : undefined));
}
