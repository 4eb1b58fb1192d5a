import { currencySign } from '#contract/money/money-text.ts';
import { money, number } from '../../format.ts';
import { html, Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { roundedCash } from '../drawer/rounded-cash.ts';
import type { Goods } from '../goods/goods.ts';
import { type GoodsChoice, isSameCategory } from '../goods/goods-store.ts';
import { perUnit, quantityText } from '../goods/quantity.ts';
import { keepsGoods } from '../rights.ts';
import { waysToPay } from '../sales/ways-to-pay.ts';
import {
  areBeyond,
  basketAddress,
  type BasketLine,
  discountOfAll,
  fullSum,
  isBeyond,
  thingsIn,
  toPay,
  totalOf,
} from './basket.ts';
import { basketLine, hasDiscounts, isShort, onlyLeft } from './basket-line.ts';
import { countScript } from './count-while-typing.ts';
import { drawerLine, type TillDrawers } from './drawer-line.ts';
import { queueScript } from './queue-scans.ts';
import { unsoldReasons } from './send-sale.ts';
import { cashPart, givenOf, type Terms } from './terms.ts';

/** Why a sale was refused. */
export type SaleFault =
  | 'empty'
  | 'typed'
  | 'off'
  | 'left'
  | 'discount'
  | 'most'
  | 'given'
  | 'part'
  | 'recounted'
  | 'tooMuch'
  | 'tooLittle';

interface Sale {
  lines: BasketLine[];
  terms: Terms;
  choice: GoodsChoice;
  /** All that are in use. */
  categories: string[];
  offered: Goods[];
  hasGoods: boolean;
  fault?: SaleFault;
  /** The largest discount that the reader may give, in percent; null is any. */
  mostDiscount: number | null;
  /** What cash is rounded to, in minor units. */
  step: number;
  /** The address's query of a sale that was emptied just now. */
  emptied: string;
  /** None for who has no cash. */
  drawers: TillDrawers | undefined;
}

/** What chooses a way to pay, without a mouse. */
const keys = { cash: 'F8', card: 'F9', mixed: 'F10' };

// In one piece, because white space inside would change its hash.
const script = new Markup(`<script>${countScript}</script><script>${queueScript}</script>`);

/** A sale that is not made yet: the goods to choose from, and those chosen. One form, so that nothing typed is lost. */
export function salePage(view: CabinetView, sale: Sale): Markup {
  const { t, entitlements } = view;
  return cabinetLayout(view, {
    title: t('sale.title'),
    main: html`<div class="heading">
        <h1>${t('sale.title')}</h1>
        <p class="last" id="last" role="status" hidden><a href="/sales"></a> <strong></strong></p>
        ${sale.hasGoods && sale.drawers && drawerLine(view, sale.drawers, sale.terms.drawer)}
      </div>
      ${sale.fault !== undefined && faultOf(view, sale.fault)}
      ${
        sale.hasGoods
          ? html`<form
                class="till"
                id="till"
                method="post"
                action="/sale"
                data-currency="${entitlements.currency}"
                ${view.isPhone && html`data-phone`}
                ${sale.mostDiscount !== null && html`data-most="${sale.mostDiscount}"`}
                ${sale.fault !== undefined && html`data-address="${basketAddress(sale.lines, sale.terms, sale.choice)}"`}
                novalidate
              >
                ${formToken(view)} ${offered(view, sale)} ${basket(view, sale)}
              </form>
              ${script}`
          : keepsGoods(view)
            ? html`<p>${t('sale.noGoods')}</p>
                <p><a class="button" href="/goods/new">${t('goods.add')}</a></p>`
            : html`<p>${t('first.others')}</p>`
      }`,
  });
}

/** Above the form; what is wrong with one field is said there. Another sum is nobody's mistake. */
function faultOf({ t }: CabinetView, fault: SaleFault): Markup | false {
  if (['discount', 'most', 'given', 'part', 'tooLittle'].includes(fault)) return false;
  return html`<p class="notice ${fault !== 'recounted' && 'danger'}" id="fault" role="alert">
    ${t(`sale.fault.${fault}`)}
  </p>`;
}

/** The first button of the form: Enter searches, and takes new quantities. */
function offered(view: CabinetView, sale: Sale): Markup {
  const { t, locale, entitlements } = view;
  const { offered: goods, fault } = sale;
  const { search, category } = sale.choice;
  const { currency } = entitlements;
  // A code tells goods of one name apart.
  const isNameShared = (name: string) => goods.filter((item) => item.name === name).length > 1;
  return html`<section aria-labelledby="offered">
    <h2 id="offered">${t('sale.choose')}</h2>
    <div class="search">
      <label class="hidden" for="search">${t('goods.searchLabel')}</label>
      <input
        id="search"
        type="search"
        name="search"
        value="${search}"
        placeholder="${t('goods.searchLabel')}"
        autocomplete="off"
        aria-describedby="by-keys"
        ${fault === undefined && !view.isPhone && html`autofocus`}
      />
      <button class="quiet" name="do" value="search">${t('goods.search')}</button>
      <output class="muted" id="waiting" for="search"></output>
    </div>
    <p class="note by-keys" id="by-keys">${t('sale.byKeys')}</p>
    ${queue(view)}
    <div class="part" data-part="offers">
      ${sale.categories.length > 1 && categoryChoice(view, sale)}
      ${
        goods.length === 0
          ? search === ''
            ? html`<p class="muted">${t(category === '' ? 'sale.soldOut' : 'sale.soldOutHere')}</p>`
            : notFound(view, search)
          : html`<ul class="offers">
              ${goods.map(
                ({ id, name, code, price, unit, quantity }) =>
                  html`<li id="offer-${id}" ${quantity === 0 && html`class="gone"`}>
                    <span class="what"
                      ><bdi>${name}</bdi
                      >${code !== null && isNameShared(name) && html`<small>${code}</small>`}<small
                        >${quantity === 0 ? html`<span class="tag">${t('sale.outOfStock')}</span>` : t('sale.left', { number: quantityText({ quantity, unit }, view) })}</small
                      ></span
                    >
                    <span class="amount">${money(price, { currency, locale })}${perUnit(unit, t)}</span>
                    <button
                      class="quiet"
                      name="do"
                      value="add:${id}"
                      aria-label="${t('sale.addOne', { name })}"
                    >
                      <span class="word">${t('sale.add')}</span><span class="sign" aria-hidden="true">+</span>
                    </button>
                  </li>`,
              )}
            </ul>`
      }
    </div>
    <div class="part" data-part="to-basket">${sale.lines.length > 0 && toBasket(view, sale)}</div>
  </section>`;
}

/** What the script says of scans that found nothing or were not sent. */
function queue({ t }: CabinetView): Markup {
  const button = (value: string, words: string) =>
    html`<button type="button" class="quiet" value="${value}">${words}</button>`;
  const words = (text: string, closed = text) =>
    html`<span role="alert" data-text="${text}" data-closed="${closed}"></span>`;
  return html`<div id="queue">
    <p class="notice danger" data-failed hidden>
      ${words(t('sale.notSent', { codes: '#' }), t('sale.notSentClosed', { why: '@', codes: '#' }))}
      <span class="actions start"
        >${button('again', t('tryAgain'))} ${button('drop', t('sale.dropScans'))}</span
      >
    </p>
    <p class="notice warning" data-missing hidden>
      ${words(t('sale.noSuchCode', { codes: '#' }))} ${button('known', t('sale.known'))}
    </p>
  </div>`;
}

/** What a scanner or a person looked for, and the ways on: all goods again, or a new item. */
function notFound(view: CabinetView, search: string): Markup {
  const { t } = view;
  // What is looked for with digits is a code.
  const sought = new URLSearchParams([[/\d/.test(search) ? 'code' : 'name', search]]);
  return html`<p class="notice warning" role="status" data-none="${search}">
      ${t('goods.notFoundFor', { search })}
    </p>
    <p class="actions start">
      <button class="quiet" name="do" value="category:">${t('goods.searchAll')}</button>
      ${keepsGoods(view) && html`<a class="quiet" href="/goods/new?${String(sought)}">${t('goods.add')}</a>`}
    </p>`;
}

/** The chosen one goes along with what the other buttons send. */
function categoryChoice({ t }: CabinetView, { categories, choice }: Sale): Markup {
  return html`<div class="chips" role="group" aria-label="${t('goods.categories')}">
    ${['', ...categories].map(
      (category) =>
        html`<button
          name="do"
          value="category:${category}"
          aria-pressed="${String(isSameCategory(category, choice.category))}"
        >
          ${category === '' ? t('goods.allCategories') : html`<bdi>${category}</bdi>`}
        </button>`,
    )}
    <input type="hidden" name="category" value="${choice.category}" />
  </div>`;
}

/** On a phone the basket is below the goods. */
function toBasket(view: CabinetView, { lines, terms }: Sale): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const total = toPay(lines, terms);
  const short = lines.find((line) => isShort(line) && !line.isBeyondStock);
  return html`<p class="to-basket">
    <a class="button" href="#basket"
      ><span
        >${counted(view, lines)} · <span data-total>${money(total, { currency, locale })}</span> ·
        ${t('sale.toBasket')}</span
      ><strong data-short role="status" ${!short && html`hidden`}
        >${short && html`<bdi>${short.item.name}</bdi> · ${onlyLeft(view, short)}`}</strong
      ></a
    >
  </p>`;
}

function counted({ t, locale }: CabinetView, lines: readonly BasketLine[]): Markup {
  return html`${t('sale.basketCount')} <span data-things>${number(thingsIn(lines), locale)}</span>`;
}

function basket(view: CabinetView, sale: Sale): Markup {
  const { t, locale, entitlements } = view;
  const { lines, terms } = sale;
  const total = toPay(lines, terms);
  const part = cashPart(terms, total);
  const inCash = part ?? 0;
  const due = roundedCash(inCash, sale.step);
  const change = part === undefined ? 0 : (givenOf(terms) ?? due) - due;
  const paid = (amount: number) => money(amount, { currency: entitlements.currency, locale });
  return html`<section class="card basket" aria-labelledby="basket" data-part="basket">
    <div class="heading">
      <h2 id="basket">${t('sale.basket')}</h2>
      ${
        lines.length > 0 &&
        html`<span class="muted">${counted(view, lines)}</span>
          <button class="quiet empty" name="do" value="empty">${t('sale.empty')}</button>`
      }
    </div>
    ${
      lines.length === 0
        ? html`${unsold(view)} ${nothingYet(view, sale)}`
        : html`<input type="hidden" name="once" value="${terms.once}" />
            <ul class="lines">
              ${lines.map((line) => basketLine(view, line, sale))}
            </ul>
            ${payment(view, sale, { missing: -change, total })}
            <div class="to-pay">
              ${unsold(view)}
              <div>
                <p class="total">
                  <span>${t('sale.total')}</span>
                  <strong data-total>${paid(total)}</strong>
                </p>
                <div role="status">
                  <p class="total" ${due === inCash && html`hidden`}>
                    <span>${t('sale.rounded')}</span><strong data-due>${paid(due)}</strong>
                  </p>
                  <p class="total" ${(terms.pay !== 'mixed' || part === undefined) && html`hidden`}>
                    <span>${t('sale.byCard')}</span><strong data-by-card>${paid(total - inCash)}</strong>
                  </p>
                  <p class="total" ${change <= 0 && html`hidden`}>
                    <span>${t('sale.change')}</span><strong data-change>${paid(change)}</strong>
                  </p>
                  <p class="total lacks" ${(change >= 0 || sale.fault === 'tooLittle') && html`hidden`}>
                    <span>${t('sale.lacks')}</span><strong data-lacks>${paid(-change)}</strong>
                  </p>
                </div>
              </div>
              <input type="hidden" name="step" value="${sale.step}" />
              <input
                type="hidden"
                name="shown"
                value="${lines.reduce((all, line) => all + fullSum(line), 0)}"
              />
              <button class="button" name="do" value="sell" aria-keyshortcuts="Control+Enter">
                ${t('sale.sell')} <kbd aria-hidden="true">${t('sale.sellKey')}</kbd>
              </button>
            </div>`
    }
  </section>`;
}

/** For the script: why nothing is known to be sold, where the seller looks then. */
function unsold({ t }: CabinetView): Markup {
  return html`<p
    class="notice warning"
    role="alert"
    id="unsold"
    ${unsoldReasons.map((reason) => html` data-${reason}="${t(`sale.unsold.${reason}`, { why: '@' })}"`)}
    hidden
  >
    <span></span><a href="/sale" target="_blank" hidden>${t('signIn')}</a>
  </p>`;
}

/** A sale that was emptied by a slip comes back as it was. */
function nothingYet({ t }: CabinetView, { emptied }: Sale): Markup {
  if (emptied === '') return html`<p class="muted">${t('sale.nothingYet')}</p>`;
  return html`<input type="hidden" name="emptied" value="${emptied}" />
    <p class="emptied" role="status">
      ${t('sale.emptied')} <button class="quiet" name="do" value="restore">${t('sale.restore')}</button>
    </p>`;
}

/** How it is paid, and what the tariff lets a seller take off. `missing` is what was not handed over. */
function payment(
  view: CabinetView,
  sale: Sale,
  { missing, total }: { missing: number; total: number },
): Markup {
  const { t, locale, entitlements } = view;
  const { lines, terms, fault, mostDiscount: most } = sale;
  const { pay, cash, given } = terms;
  const sign = currencySign(locale, entitlements.currency);
  const choice = (value: Terms['pay']) =>
    html`<label
      ><input
        type="radio"
        name="pay"
        value="${value}"
        ${pay === value && html`checked`}
        aria-keyshortcuts="${keys[value]}"
      />${t(`sale.${value}`)} <kbd aria-hidden="true">${keys[value]}</kbd></label
    >`;
  const sum = (amount: number) => money(amount, { currency: entitlements.currency, locale });
  const isOver = !lines.some((line) => isBeyond(line, most)) && areBeyond(lines, terms, most);
  const givenError =
    (fault === 'given' || fault === 'tooLittle') && t(`sale.fault.${fault}`, { sum: sum(missing) });
  const partError = fault === 'part' && t('sale.fault.part', { sum: sum(total) });
  const typed = (name: string, label: string, value: string, error: string | false) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      ${error && html`<p class="note" id="${name}-note" role="alert" data-faulty>${error}</p>`}
      <input
        id="${name}"
        name="${name}"
        value="${value}"
        inputmode="decimal"
        autocomplete="off"
        ${error && html`aria-invalid="true" aria-describedby="${name}-note" autofocus`}
      />
    </div>`;
  return html`<fieldset class="pay">
      <legend class="hidden">${t('sale.payment')}</legend>
      ${waysToPay.map(choice)}
    </fieldset>
    <div class="terms">
      ${hasDiscounts(view) && discountField(view, sale, isOver)}
      ${typed('cash', `${t('sale.cashPart')}, ${sign}`, cash, partError)}
      ${typed('given', `${t('sale.given')}, ${sign}`, given, givenError)}
      <noscript><button class="quiet" name="do" value="count">${t('sale.count')}</button></noscript>
    </div>
    <div
      class="notes"
      role="group"
      aria-label="${t('sale.cash')}"
      data-notes
      data-exact="${t('sale.exact')}"
      hidden
    ></div>`;
}

/** Percent or an amount, and what it takes off. */
function discountField(
  view: CabinetView,
  { lines, terms, fault, mostDiscount: most }: Sale,
  isOver: boolean,
): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const { discount, isPercent } = terms;
  const sum = totalOf(lines);
  const off = toPay(lines, terms) - sum;
  const wrong = (most: string) => t('sale.discountWrong', { sum: most });
  const error = discountOfAll(lines, terms) === 'wrong' && wrong(money(sum, { currency, locale }));
  const kind = (value: string, words: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen && html`selected`}>${words}</option>`;
  return html`<div class="field">
    <div class="reduced">
      <label for="discount"
        >${most === null ? t('sale.discountOne') : t('sale.discountUpTo', { percent: most })}</label
      >
      <span class="muted amount" data-reduced ${off === 0 && html`hidden`}
        >${money(off, { currency, locale })}</span
      >
    </div>
    <p
      class="note"
      id="discount-note"
      role="alert"
      data-wrong="${wrong('#')}"
      data-faulty
      ${!error && html`hidden`}
    >
      ${error}
    </p>
    ${most !== null && html`<p class="note" id="discount-over" role="status" data-over data-faulty ${!isOver && html`hidden`}>${t('sale.fault.most', { percent: most })}</p>`}
    <div class="with-kind">
      <input
        id="discount"
        name="discount"
        value="${discount}"
        inputmode="decimal"
        autocomplete="off"
        ${error && html`aria-invalid="true" aria-describedby="discount-note" ${fault === 'discount' && html`autofocus`}`}
        ${isOver && html`aria-invalid="true" aria-describedby="discount-over" ${fault === 'most' && html`autofocus`}`}
      />
      <select name="discountKind" aria-label="${t('sale.discountKindAll')}">
        ${kind('percent', '%', isPercent)} ${kind('amount', currencySign(locale, currency), !isPercent)}
      </select>
    </div>
  </div>`;
}
