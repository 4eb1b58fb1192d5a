import { money, number } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { goodsLimit } from '../../pages/limits.ts';
import { paging } from '../forms.ts';
import { keepsGoods, seesTurnover } from '../rights.ts';
import { byName, type Goods, goodsColumns, type GoodsOrder } from './goods.ts';
import { type GoodsChoice, isSameCategory } from './goods-store.ts';
import { perUnit, quantityText } from './quantity.ts';

interface GoodsList {
  goods: Goods[];
  choice: GoodsChoice;
  /** All that are in use. */
  categories: string[];
  order: GoodsOrder;
  /** Those found. */
  count: number;
  /** All that there are. */
  total: number;
  page: number;
  pages: number;
  /** The item just deleted, which can be restored. */
  deleted: Goods | undefined;
  /** What has just been done, in words. */
  done: string | undefined;
  /** The shop's low-stock limit, in whole units. */
  few: number;
}

export function goodsPage(view: CabinetView, list: GoodsList): Markup {
  const { t, entitlements } = view;
  const limit = goodsLimit(entitlements);
  return cabinetLayout(view, {
    title: t('nav.goods'),
    main: html`<div class="heading">
        <h1>${t('nav.goods')}</h1>
        ${
          keepsGoods(view) &&
          html`<p class="actions">
            <a class="quiet" href="/goods/import">${t('goods.import')}</a>
            <a class="button" href="/goods/new">${t('goods.add')}</a>
          </p>`
        }
      </div>
      ${limit !== null && list.total > limit && seesTurnover(view) && html`<p class="notice warning">${t('goods.overLimit')}</p>`}
      ${list.done !== undefined && html`<p class="notice success" role="status">${list.done}</p>`}
      ${list.deleted && undo(view, list.deleted)} ${list.total > 0 && searchForm(view, list)}
      ${list.categories.length > 0 && categoryChoice(view, list)}
      <section aria-labelledby="list">
        <h2 id="list">${counted(view, list)}</h2>
        ${list.count > 0 ? table(view, list) : html`<p class="muted">${nothing(view, list)}</p>`}
        ${list.pages > 1 && paging(view, { current: list.page, pages: list.pages }, (wanted) => addressOf(list, wanted))}
        ${list.total > 0 && seesTurnover(view) && html`<p class="screen"><a href="/goods.csv" download>${t('goods.export')}</a></p>`}
      </section>`,
  });
}

function counted(view: CabinetView, { choice, count, total }: GoodsList): string {
  const { t, locale, entitlements } = view;
  if (isNarrowed(choice)) return t('goods.found', { number: number(count, locale) });
  const limit = goodsLimit(entitlements);
  if (limit === null || !seesTurnover(view)) return t('goods.count', { number: number(total, locale) });
  return t('goods.countOf', { number: number(total, locale), limit: number(limit, locale) });
}

function nothing({ t }: CabinetView, { choice }: GoodsList): string {
  return t(isNarrowed(choice) ? 'goods.notFound' : 'goods.empty');
}

function isNarrowed({ search, category }: GoodsChoice): boolean {
  return search !== '' || category !== '';
}

function categoryChoice({ t }: CabinetView, { choice, order, categories }: GoodsList): Markup {
  return html`<nav class="chips" aria-label="${t('goods.categories')}">
    ${['', ...categories].map(
      (category) =>
        html`<a
          href="${addressOf({ choice: { ...choice, category }, order })}"
          ${isSameCategory(category, choice.category) && html`aria-current="true"`}
          >${category === '' ? t('goods.allCategories') : html`<bdi>${category}</bdi>`}</a
        >`,
    )}
  </nav>`;
}

function searchForm({ t }: CabinetView, { choice, order }: GoodsList): Markup {
  const { search, category } = choice;
  return html`<form class="search" method="get" action="/goods" role="search">
    <label class="hidden" for="search">${t('goods.searchLabel')}</label>
    <input
      id="search"
      type="search"
      name="search"
      value="${search}"
      placeholder="${t('goods.searchLabel')}"
      autocomplete="off"
    />
    ${Object.entries({ ...sortedBy(order), ...(category !== '' && { category }) }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="quiet">${t('goods.search')}</button>
    ${search !== '' && html`<a class="quiet" href="${addressOf({ choice: { ...choice, search: '' }, order })}">${t('goods.searchAll')}</a>`}
  </form>`;
}

function undo(view: CabinetView, { id, name }: Goods): Markup {
  const { t } = view;
  return html`<div class="notice" role="status">
    <p>${t('goods.deleted', { name })}</p>
    ${
      keepsGoods(view) &&
      html`<form method="post" action="/goods/restore">
        ${formToken(view)}<input type="hidden" name="id" value="${id}" />
        <button class="quiet">${t('goods.undo')}</button>
      </form>`
    }
  </div>`;
}

/** What an address says of an order; nothing of the usual one. */
function sortedBy({ by, isDown }: GoodsOrder): Record<string, string> {
  return {
    ...(by !== byName.by && { sort: by }),
    ...(isDown && { order: 'desc' }),
  };
}

function addressOf({ choice, order }: Pick<GoodsList, 'choice' | 'order'>, page = 1): string {
  const { search, category } = choice;
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(category !== '' && { category }),
    ...sortedBy(order),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `/goods?${query}` : '/goods';
}

/** The heading of a column, which sorts by it; the second time the other way round. */
function heading({ t }: CabinetView, { choice, order }: GoodsList, by: GoodsOrder['by']): Markup {
  const isSorted = order.by === by;
  const to = addressOf({ choice, order: { by, isDown: isSorted && !order.isDown } });
  const state = isSorted && (order.isDown ? 'descending' : 'ascending');
  return html`<th scope="col" ${by !== 'name' && html`class="right"`} ${state && html`aria-sort="${state}"`}>
    <a href="${to}"
      >${t(`goods.${by}`)}${isSorted && html`<span aria-hidden="true"> ${order.isDown ? '↓' : '↑'}</span>`}</a
    >
  </th>`;
}

function table(view: CabinetView, list: GoodsList): Markup {
  const { t, locale, entitlements, readOnly } = view;
  const { currency } = entitlements;
  const isKept = keepsGoods(view);
  return html`<table class="list sorted">
    <thead>
      <tr>
        ${goodsColumns.map((by) => heading(view, list, by))}
        ${!readOnly && html`<th scope="col"><span class="hidden">${t('goods.actions')}</span></th>`}
      </tr>
    </thead>
    <tbody>
      ${list.goods.map(
        ({ id, code, name, price, unit, quantity, few }) =>
          html`<tr>
            <th scope="row">
              ${isKept ? html`<a href="/goods/edit?id=${id}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}
              ${
                quantity === 0
                  ? html`<span class="tag">${t('sale.outOfStock')}</span>`
                  : quantity <= (few ?? list.few * 1000) &&
                    html`<span class="tag few">${t('goods.runsOut')}</span>`
              }
              ${code !== null && html`<span class="code">${code}</span>`}
            </th>
            <td class="right" data-label="${t('goods.price')}">
              ${money(price, { currency, locale })}${perUnit(unit, t)}
            </td>
            <td class="right" data-label="${t('goods.quantity')}">
              ${quantityText({ quantity, unit }, view)}
            </td>
            ${!readOnly && html`<td class="right">${rowActions(view, { id, name, quantity })}</td>`}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** An arrow into a tray, where a phone has no room for the word. */
const intoTray = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <path d="M12 3v11m-4-4 4 4 4-4M4 14v6h16v-6" fill="none" stroke="currentColor" stroke-width="2" />
</svg>`;

function rowActions(
  view: CabinetView,
  { id, name, quantity }: Pick<Goods, 'id' | 'name' | 'quantity'>,
): Markup {
  const { t } = view;
  return html`<div class="actions">
    ${
      keepsGoods(view) &&
      html`<a
        class="quiet deliver"
        href="/goods/edit?id=${id}#delivered"
        aria-label="${t('goods.deliverOne', { name })}"
        >${intoTray}<span class="word">${t('goods.delivery')}</span></a
      >`
    }
    ${
      quantity > 0 &&
      html`<a class="quiet" href="/sale?add=${id}" aria-label="${t('goods.sellOne', { name })}"
        >${t('goods.sell')}</a
      >`
    }
  </div>`;
}
