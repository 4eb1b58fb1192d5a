import { randomUUID } from 'node:crypto';
import type { Refusal } from '#contract/issues.ts';
import { money, number } from '../format.ts';
import type { Goods } from '../goods/goods.ts';
import { html, type Markup } from '../html.ts';
import { cabinetLayout, formToken, type CabinetView } from './cabinet-layout.ts';

const fields = ['name', 'price', 'quantity'] as const;
type Field = (typeof fields)[number];

/** The typed values with their errors. */
export interface GoodsForm {
  values: Record<Field, string>;
  errors: Record<string, Refusal[]>;
}

interface GoodsList {
  goods: Goods[];
  count: number;
  page: number;
  pages: number;
  /** The item just deleted, which can be restored. */
  deleted: Goods | undefined;
  form: GoodsForm;
}

export function goodsPage(view: CabinetView, list: GoodsList): Markup {
  const { t, entitlements, readOnly } = view;
  const limit = entitlements.limits.goods_quantity;
  return cabinetLayout(view, {
    title: t('nav.goods'),
    main: html`<h1>${t('nav.goods')}</h1>
      ${limit !== null && list.count > limit && html`<p class="notice warning">${t('goods.overLimit')}</p>`}
      ${list.deleted && undo(view, list.deleted)} ${!readOnly && addForm(view, list.form)}
      <section aria-labelledby="list">
        <h2 id="list">${counted(view, list.count)}</h2>
        ${list.count === 0 ? html`<p class="muted">${t(readOnly ? 'goods.none' : 'goods.empty')}</p>` : table(view, list)}
        ${list.pages > 1 && paging(view, list)}
        ${list.count > 0 && html`<p><a href="/goods.csv" download>${t('goods.export')}</a></p>`}
      </section>`,
  });
}

export function goodsLockedPage(view: CabinetView): Markup {
  const { t } = view;
  return cabinetLayout(view, {
    title: t('nav.goods'),
    main: html`<h1>${t('nav.goods')}</h1>
      <p>${t('goods.locked')}</p>
      <p><a class="button" href="/">${t('toStart')}</a></p>`,
  });
}

function counted({ t, locale, entitlements }: CabinetView, count: number): string {
  const limit = entitlements.limits.goods_quantity;
  if (limit === null) return t('goods.count', { number: number(count, locale) });
  return t('goods.countOf', { number: number(count, locale), limit: number(limit, locale) });
}

function undo(view: CabinetView, { id, name }: Goods): Markup {
  const { t, readOnly } = view;
  return html`<div class="notice" role="status">
    <p>${t('goods.deleted', { name })}</p>
    ${
      !readOnly &&
      html`<form method="post" action="/goods/restore">
        ${formToken(view)}<input type="hidden" name="id" value="${id}" />
        <button class="quiet">${t('goods.undo')}</button>
      </form>`
    }
  </div>`;
}

function addForm(view: CabinetView, form: GoodsForm): Markup {
  const { t, entitlements } = view;
  const wrong = fields.filter((field) => form.errors[field]);
  return html`<section class="card" aria-labelledby="add">
    <h2 id="add">${t('goods.add')}</h2>
    ${
      wrong.length > 0 &&
      html`<div class="errors" role="alert">
        <p>${t('goods.mend')}</p>
        <ul>
          ${wrong.map((field) => html`<li><a href="#${field}">${t(`goods.${field}`)}: ${errorOf(view, form, field)}</a></li>`)}
        </ul>
      </div>`
    }
    <form class="add" method="post" action="/goods" novalidate>
      ${formToken(view)}${once()} ${input(view, form, { field: 'name', label: t('goods.name') })}
      ${input(view, form, {
        field: 'price',
        label: `${t('goods.price')}, ${entitlements.currency}`,
        inputmode: 'decimal',
      })}
      ${input(view, form, { field: 'quantity', label: t('goods.quantity'), inputmode: 'numeric' })}
      <button class="button">${t('goods.save')}</button>
    </form>
  </section>`;
}

/** Makes a double click or a repeated request act only once. */
function once(): Markup {
  return html`<input type="hidden" name="once" value="${randomUUID()}" />`;
}

function input(
  view: CabinetView,
  form: GoodsForm,
  { field, label, inputmode }: { field: Field; label: string; inputmode?: string },
): Markup {
  const error = errorOf(view, form, field);
  return html`<div class="field ${field}">
    <label for="${field}">${label}</label>
    ${error && html`<p class="error" id="${field}-error">${error}</p>`}
    <input
      id="${field}"
      name="${field}"
      value="${form.values[field]}"
      autocomplete="off"
      required
      ${inputmode && html`inputmode="${inputmode}"`}
      ${error && html`aria-invalid="true" aria-describedby="${field}-error"`}
    />
  </div>`;
}

function errorOf({ t }: CabinetView, { errors }: GoodsForm, field: Field): string | undefined {
  const first = errors[field]?.[0];
  return first && t(first.key, first.params);
}

function table(view: CabinetView, { goods }: GoodsList): Markup {
  const { t, locale, entitlements, readOnly } = view;
  const { currency } = entitlements;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('goods.name')}</th>
        <th scope="col" class="right">${t('goods.price')}</th>
        <th scope="col" class="right">${t('goods.quantity')}</th>
        ${!readOnly && html`<th scope="col"><span class="hidden">${t('goods.actions')}</span></th>`}
      </tr>
    </thead>
    <tbody>
      ${goods.map(
        ({ id, name, price, quantity }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="right" data-label="${t('goods.price')}">${money(price, { currency, locale })}</td>
            <td class="right" data-label="${t('goods.quantity')}">${number(quantity, locale)}</td>
            ${
              !readOnly &&
              html`<td class="right actions">
                ${
                  quantity > 0 &&
                  html`<form method="post" action="/goods/sell">
                    ${formToken(view)}${once()}<input type="hidden" name="id" value="${id}" />
                    <button class="quiet" aria-label="${t('goods.sellOne', { name })}">
                      ${t('goods.sell')}
                    </button>
                  </form>`
                }
                <form method="post" action="/goods/delete">
                  ${formToken(view)}<input type="hidden" name="id" value="${id}" />
                  <button class="quiet" aria-label="${t('goods.deleteOne', { name })}">
                    ${t('goods.delete')}
                  </button>
                </form>
              </td>`
            }
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function paging({ t }: CabinetView, { page, pages }: GoodsList): Markup {
  return html`<nav class="paging" aria-label="${t('goods.pages')}">
    ${page > 1 && html`<a href="/goods?page=${page - 1}">${t('goods.previous')}</a>`}
    <span>${t('goods.pageOf', { page, pages })}</span>
    ${page < pages && html`<a href="/goods?page=${page + 1}">${t('goods.next')}</a>`}
  </nav>`;
}
