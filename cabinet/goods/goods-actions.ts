import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { refusalsByField } from '#contract/issues.ts';
import type { CabinetStore } from '../store/cabinet-store.ts';
import { goodsPageSize } from './goods-store.ts';
import { goodsInput } from './goods.ts';
import { csv } from './csv.ts';
import { page, seeOther, type Reply } from '../http.ts';
import { monthOf } from '../month.ts';
import type { CabinetView } from '../pages/cabinet-layout.ts';
import { goodsLockedPage, goodsPage, type GoodsForm } from '../pages/goods-page.ts';
import type { StorePool } from '../store/store-pool.ts';

const emptyForm: GoodsForm = { values: { name: '', price: '', quantity: '' }, errors: {} };

interface Deps {
  stores: StorePool;
  clientId: string;
  view: CabinetView;
}

/** The cabinet's own feature: a list of goods, open when the tariff has the feature `goods`. */
export function goodsActions({ stores, clientId, view }: Deps) {
  const isIncluded = view.entitlements.features.includes('goods');

  return {
    show(query: URLSearchParams): Reply {
      return isIncluded ? list(200, { query, form: emptyForm }) : locked();
    },

    /** A refused form comes back as typed, with its errors. */
    add(form: URLSearchParams): Reply {
      if (!isIncluded) return locked();
      const values = {
        name: field(form, 'name'),
        price: field(form, 'price'),
        quantity: field(form, 'quantity'),
      };
      const parsed = goodsInput.safeParse(values, { reportInput: true });
      if (!parsed.success) return list(422, { form: { values, errors: refusalsByField(parsed.error) } });
      stores.use(clientId, (store) => store.addGoods(parsed.data, { id: onceOf(form), now: view.now }));
      return seeOther('/goods');
    },

    remove(form: URLSearchParams): Reply {
      if (!isIncluded) return locked();
      const id = field(form, 'id');
      stores.use(clientId, (store) => store.deleteGoods(id, view.now));
      return seeOther(`/goods?deleted=${encodeURIComponent(id)}`);
    },

    sell(form: URLSearchParams): Reply {
      if (!isIncluded) return locked();
      const month = monthOf(view.now, view.entitlements.time_zone);
      const sale = { sale: onceOf(form), now: view.now, month };
      stores.use(clientId, (store) => store.sellGoods(field(form, 'id'), sale));
      return seeOther('/goods');
    },

    /** All goods as a file, also while the cabinet is view-only. */
    export(): Reply {
      if (!isIncluded) return locked();
      const { t, entitlements } = view;
      const headings = [
        t('goods.name'),
        `${t('goods.price')}, ${entitlements.currency}`,
        t('goods.quantity'),
      ];
      const goods = stores.use(clientId, (store) => store.everyGoods());
      const rows = goods.map(({ name, price, quantity }) => [name, { minorUnits: price }, String(quantity)]);
      return csv('goods.csv', [headings, ...rows], view.locale);
    },

    restore(form: URLSearchParams): Reply {
      if (!isIncluded) return locked();
      stores.use(clientId, (store) => store.restoreGoods(field(form, 'id')));
      return seeOther('/goods');
    },
  };

  function list(status: number, shown: { query?: URLSearchParams; form: GoodsForm }): Reply {
    return stores.use(clientId, (store) => page(status, goodsPage(view, listed(store, shown))));
  }

  function locked(): Reply {
    return page(403, goodsLockedPage(view));
  }
}

/** The page of goods that an address asks for, the nearest one there is. */
function listed(store: CabinetStore, { query, form }: { query?: URLSearchParams; form: GoodsForm }) {
  const count = store.countGoods();
  const pages = Math.max(1, Math.ceil(count / goodsPageSize));
  const wanted = Number(query?.get('page') ?? 1);
  const current = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1;
  const id = query?.get('deleted');
  const deleted = id ? store.findDeletedGoods(id) : undefined;
  return { goods: store.listGoods(current), count, page: current, pages, deleted, form };
}

/** The id of the item to create, sent with the form; without one each request creates a new item. */
function onceOf(form: URLSearchParams): string {
  const once = z.uuid().safeParse(form.get('once'));
  return once.success ? once.data : randomUUID();
}

function field(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}
