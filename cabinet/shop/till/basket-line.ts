import { currencySign } from '#contract/money/money-text.ts';
import { money } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import { perUnit, quantityError, quantityText, typedQuantity } from '../goods/quantity.ts';
import { decimalsOf } from '../goods/units.ts';
import {
  awaited,
  type BasketLine,
  beyondName,
  discountName,
  discountOf,
  fullSum,
  isBeyond,
  isMeasured,
  kindName,
  lineName,
  netSum,
} from './basket.ts';

/** One kind of goods in the receipt of a sale that is not made yet. */
export function basketLine(
  view: CabinetView,
  line: BasketLine,
  { fault, mostDiscount }: { fault?: string | undefined; mostDiscount: number | null },
): Markup {
  const { t, locale, entitlements } = view;
  const { item, typed, quantity } = line;
  const { name, price, unit } = item;
  const id = lineName(line);
  const waits = awaited(line);
  const error =
    quantity === undefined && (waits ? fault === 'typed' && t('sale.awaited') : wrongQuantity(view, line));
  const wrong = error ? 'note' : isShort(line) && !line.isBeyondStock && fault === 'left' && 'left';
  const sum = (amount: number) => money(amount, { currency: entitlements.currency, locale });
  return html`<li data-price="${price}" data-decimals="${decimalsOf(unit)}" data-left="${item.quantity}">
    <label for="${id}" title="${name}"><bdi>${name}</bdi></label>
    <span class="count">
      <button
        class="quiet step"
        name="do"
        value="less:${item.id}"
        aria-label="${t('sale.oneLess', { name })}"
      >
        −
      </button>
      <input
        id="${id}"
        name="${id}"
        value="${quantity !== undefined ? typedQuantity(quantity, locale) : waits?.before ? `${typedQuantity(waits.before, locale)}+` : typed}"
        ${isMeasured(item) && html`placeholder="${t(`unit.${unit}`)}"`}
        ${waits && html`data-awaits`}
        inputmode="decimal"
        autocomplete="off"
        aria-label="${unit === 'piece' ? t('sale.pieces', { name }) : t('sale.quantity', { name, unit: t(`unit.${unit}`) })}"
        ${wrong && html`aria-invalid="true" aria-describedby="${id}-${wrong}" autofocus`}
      />
      <button
        class="quiet step"
        name="do"
        value="more:${item.id}"
        aria-label="${t('sale.oneMore', { name })}"
      >
        +
      </button>
    </span>
    <span class="amount"
      ><span data-sum>${quantity !== undefined && sum(netSum(line))}</span
      ><small ${unit === 'piece' && quantity === 1000 && html`hidden`}
        >${sum(price)}${perUnit(unit, t)}</small
      ></span
    >
    ${
      hasDiscounts(view) &&
      html`<button
        class="quiet step reduce"
        name="do"
        value="discount:${item.id}"
        aria-pressed="${String(line.off !== undefined)}"
        aria-label="${t('sale.discountOf', { name })}"
        title="${t('sale.discountOne')}"
      >
        %
      </button>`
    }
    <button
      class="quiet step remove"
      name="do"
      value="remove:${item.id}"
      aria-label="${t('sale.removeOne', { name })}"
      title="${t('sale.remove')}"
    >
      ×
    </button>
    ${error && html`<p class="note" id="${id}-note" data-faulty>${error}</p>`} ${moreThanLeft(view, line)}
    ${ownDiscount(view, line, mostDiscount)}
  </li>`;
}

/** That the count has less, and the box to sell it all the same. */
function moreThanLeft(view: CabinetView, line: BasketLine): Markup {
  return html`<span
    class="note beyond"
    id="${lineName(line)}-left"
    role="status"
    data-few
    data-faulty
    ${!isShort(line) && html`hidden`}
    >${onlyLeft(view, line)}
    <label
      ><input
        type="checkbox"
        name="${beyondName(line)}"
        value="1"
        ${line.isBeyondStock && html`checked`}
      />${view.t('sale.beyondStock')}</label
    ></span
  >`;
}

/** Percent or an amount, and what it takes off. */
function ownDiscount(view: CabinetView, line: BasketLine, most: number | null): Markup | false {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  if (!line.off) return false;
  const { typed, isPercent } = line.off;
  const id = discountName(line);
  const { name } = line.item;
  const isWrong = discountOf(line) === 'wrong';
  const wrong = (sum: string) => t('sale.discountWrong', { sum });
  const error = isWrong && wrong(money(fullSum(line), { currency, locale }));
  const isOver = !isWrong && isBeyond(line, most);
  const kind = (value: string, words: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen && html`selected`}>${words}</option>`;
  return html`<div class="own-discount">
    <label for="${id}">${t('sale.discountOne')}</label>
    <input
      id="${id}"
      name="${id}"
      value="${typed}"
      inputmode="decimal"
      autocomplete="off"
      aria-label="${t('sale.discountOf', { name })}"
      ${error && html`aria-invalid="true" aria-describedby="${id}-note" autofocus`}
      ${isOver && html`aria-invalid="true" aria-describedby="${id}-over" autofocus`}
    />
    <select name="${kindName(line)}" aria-label="${t('sale.discountKind', { name })}">
      ${kind('percent', '%', isPercent)} ${kind('amount', currencySign(locale, currency), !isPercent)}
    </select>
    <span class="muted amount" data-off>${money(netSum(line) - fullSum(line), { currency, locale })}</span>
    <p
      class="note"
      id="${id}-note"
      role="status"
      data-wrong="${wrong('#')}"
      data-faulty
      ${!error && html`hidden`}
    >
      ${error}
    </p>
    ${most !== null && html`<p class="note" id="${id}-over" role="status" data-over data-faulty ${!isOver && html`hidden`}>${t('sale.fault.most', { percent: most })}</p>`}
  </div>`;
}

/** Whether there is less in stock than is to be sold. */
export function isShort({ quantity, item }: BasketLine): boolean {
  return quantity !== undefined && quantity > item.quantity;
}

export function onlyLeft(view: CabinetView, { item }: BasketLine): string {
  return view.t('sale.onlyLeft', { number: quantityText(item, view) });
}

export function hasDiscounts({ entitlements }: CabinetView): boolean {
  return entitlements.features.includes('sales.discounts');
}

function wrongQuantity({ t }: CabinetView, { item: { unit }, typed }: BasketLine): string {
  return t(unit === 'piece' && /^\s*[-−]\s*\d/.test(typed) ? 'validation.atLeastOne' : quantityError(unit));
}
