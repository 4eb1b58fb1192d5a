import { dayAndTime, money, signedMoney } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { printButton } from '../../pages/print-button.ts';
import { translator } from '../../texts.ts';
import { quantityText } from '../goods/quantity.ts';
import { stepIn } from '../own/cash-step.ts';
import { printsCode, receiptLanguage, sellerCode } from '../own/receipt-choices.ts';
import type { ShopFacts } from '../own/shop-facts.ts';
import { beginOnScan } from '../till/begin-sale.ts';
import { daysToReturn, keepsGoods, mayTakeGoods, mayUndo } from '../rights.ts';
import { moneyBack } from './money-back.ts';
import { leftOf } from './return-amount.ts';
import { returnForm, type ReturnTyped } from './return-form.ts';
import type { ReceiptLine } from './returns-store.ts';
import type { Receipt } from './sales-store.ts';

type Made = 'now' | 'before' | 'back';

interface ReceiptFacts {
  /** For the receipt of an earlier version, which kept none. */
  shop: ShopFacts;
  /** What has led here: a sale that was made just now, or before and is sent again, or goods that came back. */
  made?: Made | undefined;
  typed?: ReturnTyped;
}

/** A receipt, on screen and on paper; the sale can be undone, and its goods can come back. */
export function receiptPage(
  view: CabinetView,
  receipt: Receipt,
  { shop, made, ...form }: ReceiptFacts,
): Markup {
  const { t } = view;
  return cabinetLayout(view, {
    title: t('receipt.title', { number: receipt.number }),
    main: html`<p class="screen">
        <a href="/sales?day=${receipt.day}">${t('receipt.back')}</a>
      </p>
      ${made && receipt.voided_at === null && madeNotice(view, receipt, made)}
      <div class="beside">
        ${paperOf(view, receipt, shop)}
        <aside class="screen">
          <p class="actions start next">
            ${!view.readOnly && html`<a class="button" href="/sale">${t('sale.next')}</a>`} ${printButton(t)}
          </p>
          ${!view.readOnly && receipt.voided_at === null && takeBack(view, receipt, { shop, form: { ...form, step: stepIn(view, shop) } })}
          <p class="muted">
            ${t('receipt.paper')} ${keepsGoods(view) && html`<a href="/shop">${t('shop.head')}</a>`}
          </p>
          <noscript><p class="muted">${t('receipt.print')}</p></noscript>
        </aside>
      </div>
      ${!view.readOnly && beginOnScan}`,
  });
}

/** What the customer gets, in the language of the shop. What the reader is to do is in the reader's. */
function paperOf(reader: CabinetView, receipt: Receipt, shopNow: ShopFacts): Markup {
  const shop = { ...shopNow, ...receipt.shop };
  const locale = receiptLanguage(reader, shopNow);
  const view: CabinetView = { ...reader, locale, t: translator(locale) };
  const { t, entitlements } = view;
  const { currency, time_zone: timeZone, client } = entitlements;
  const { voided_at: voidedAt, seller } = receipt;
  return html`<article class="card receipt" lang="${locale}">
    ${shopOf(view, shop)}
    <h1>${t('receipt.title', { number: receipt.number })}</h1>
    <p class="muted">
      ${dayAndTime(new Date(receipt.sold_at), { locale, timeZone })}
      ${seller !== null && seller !== client.name && html`<br />${t('receipt.seller', { name: seller })}`}
    </p>
    ${voidedAt !== null && undoneNotice(view, { ...receipt, voided_at: voidedAt }, reader)}
    ${linesOf(view, receipt)} ${reducedBy(view, receipt)}
    <p class="total">
      <span>${t('sale.total')}</span>
      <strong ${voidedAt !== null && html`class="void"`}
        >${money(receipt.total, { currency, locale })}</strong
      >
    </p>
    ${receipt.paid_by !== null && paidBy(view, receipt)} ${returnsOf(view, receipt)}
    <p class="muted thanks">
      ${voidedAt === null && html`${shop.thanks || t('receipt.thanks')}<br />`}<small
        >${t('receipt.notFiscal')}</small
      >
    </p>
  </article>`;
}

function undoneNotice(
  { t, locale, entitlements }: CabinetView,
  receipt: Receipt & { voided_at: number },
  reader: CabinetView,
): Markup {
  const { time_zone: timeZone, client } = entitlements;
  const { voided_at: voidedAt, voided_by: by, total } = receipt;
  return html`<p class="notice warning" role="status">
    ${t('receipt.voided', { moment: dayAndTime(new Date(voidedAt), { locale, timeZone }) })}
    ${by !== null && by !== client.name && t('receipt.voidedBy', { name: by })}
    ${
      total > 0 &&
      html`<span class="screen" lang="${reader.locale}"
        >${reader.t('receipt.giveBack', { sum: moneyBack(reader, { ...receipt, amount: total }) })}</span
      >`
    }
  </p>`;
}

/** What a cashier needs to know first: whether it was sold, and how much goes back to the customer. */
function madeNotice(view: CabinetView, receipt: Receipt, made: Made): Markup | false {
  const { t, locale, entitlements } = view;
  if (made === 'back') {
    const last = receipt.returns.at(-1);
    return (
      last !== undefined &&
      html`<p class="notice success screen" role="status">
        ${t('receipt.giveBack', { sum: moneyBack(view, last) })}
      </p>`
    );
  }
  const change = changeOf(receipt);
  return html`<div class="notice made screen ${made === 'now' && 'success'}" role="status">
    <p>${t(`sale.made.${made}`)}</p>
    ${
      change > 0 &&
      html`<p class="total">
        <span>${t('sale.change')}</span
        ><strong>${money(change, { currency: entitlements.currency, locale })}</strong>
      </p>`
    }
  </div>`;
}

/** What was handed over in cash beyond what is paid in it. */
function changeOf({ total, in_cash, given, rounding }: Receipt): number {
  return given === null ? 0 : given - (in_cash ?? total) - rounding;
}

/** The shop by its own name, address and phone; the name and code of the law are below, small. */
function shopOf(view: CabinetView, shop: ShopFacts): Markup {
  const { client } = view.entitlements;
  const code = printsCode(view, shop) && sellerCode(view);
  const lines = [shop.address, shop.phone].filter((line) => line !== '');
  return html`<p class="who">
    <strong><bdi>${shop.name || client.name}</bdi></strong>
    ${lines.map((line) => html`<br /><bdi>${line}</bdi>`)}
    ${
      shop.name === ''
        ? code && html`<br /><span class="muted">${code}</span>`
        : html`<br /><small class="muted"><bdi>${client.name}</bdi>${code && `, ${code}`}</small>`
    }
  </p>`;
}

/** What a discount took off the sum of the lines. */
function reducedBy(view: CabinetView, { lines, total, discount }: Receipt): Markup | false {
  const sum = lines.reduce((all, line) => all + line.sum, 0);
  if (discount === 0 && sum === total) return false;
  return html`<dl class="sums">
    ${sumRow(view, view.t('receipt.subtotal'), sum)}
    ${sumRow(view, discountName(view, discount || null), total - sum)}
  </dl>`;
}

/** A rounded sum with what it was before. Of a sale that was taken back, the change would be no more than confusing. */
function paidBy(view: CabinetView, receipt: Receipt): Markup {
  const { t } = view;
  const { total, rounding, paid_by: way } = receipt;
  const notation = { currency: view.entitlements.currency, locale: view.locale };
  const given = receipt.voided_at === null ? receipt.given : null;
  const inCash = receipt.in_cash ?? total;
  return html`<dl class="sums">
    ${
      rounding !== 0 &&
      html`<div>
          <dt>${t('sale.rounding')}</dt>
          <dd>${signedMoney(rounding, notation)}</dd>
        </div>
        ${sumRow(view, t('sale.toPay'), total + rounding, 'change')}`
    }
    ${sumRow(view, t(way === 'card' ? 'sale.card' : 'sale.cash'), given ?? inCash + rounding)}
    ${changeOf({ ...receipt, given }) > 0 && sumRow(view, t('sale.change'), changeOf(receipt), 'change')}
    ${inCash < total && sumRow(view, t('sale.card'), total - inCash)}
  </dl>`;
}

function sumRow(
  { locale, entitlements: { currency } }: CabinetView,
  name: string,
  sum: number,
  look = '',
): Markup {
  return html`<div ${look !== '' && html`class="${look}"`}>
    <dt>${name}</dt>
    <dd>${money(sum, { currency, locale })}</dd>
  </div>`;
}

/** A line has its name first, so that a long one fits on narrow paper. */
function linesOf(view: CabinetView, { lines }: Receipt): Markup {
  const sum = (amount: number) =>
    money(amount, { currency: view.entitlements.currency, locale: view.locale });
  return html`<ul class="sold">
    ${lines.map(
      (line) =>
        html`<li>
          <bdi class="what">${line.name}</bdi>
          <span class="muted">${onPaper(view, line)} × ${sum(line.price)}</span>
          <span class="amount">${sum(line.sum + line.off)}</span>
          ${
            line.off > 0 &&
            html`<span class="muted">${discountName(view, line.off_percent)}</span>
              <span class="amount">${sum(0 - line.off)}</span>`
          }
        </li>`,
    )}
  </ul>`;
}

/** A discount by its percent, or without one. */
function discountName({ t }: CabinetView, percent: number | null): string {
  return percent === null ? t('sale.discountOne') : t('receipt.discount', { percent });
}

function onPaper(view: CabinetView, line: Pick<ReceiptLine, 'quantity' | 'unit'>): string {
  return quantityText(line, { ...view, isOnPaper: true });
}

/** What came back, each time with its goods and its money, and what stays bought. */
function returnsOf(view: CabinetView, { returns, returned, total }: Receipt): Markup | false {
  const { t, locale, entitlements } = view;
  if (returns.length === 0) return false;
  const when = { locale, timeZone: entitlements.time_zone };
  const { client, currency } = entitlements;
  return html`<h2>${t('receipt.returns')}</h2>
    <ul class="sold">
      ${returns.map(
        ({ lines, amount, returned_at, returned_by, ...paid }) =>
          html`<li>
            <span class="what"
              >${lines.map(
                ({ name, ...taken }, place) =>
                  html`${place > 0 && ', '}${onPaper(view, taken)} × <bdi>${name}</bdi>`,
              )}</span
            >
            <span class="muted"
              >${dayAndTime(new Date(returned_at), when)}${
                returned_by !== client.name && html` · <bdi>${returned_by}</bdi>`
              }${paid.paid_by !== null && html`<br />${moneyBack(view, { ...paid, amount })}`}${paid.rounding !== 0 && html`<br />${t('sale.rounding')}: ${signedMoney(paid.rounding, { currency, locale })}`}</span
            >
            <span class="amount">${money(0 - amount, { currency, locale })}</span>
          </li>`,
      )}
    </ul>
    <dl class="sums">${sumRow(view, t('receipt.kept'), total - returned)}</dl>`;
}

/**
 * Each opened first, so that nobody does it by a slip of the finger, with the case that it is for. A sale of which
 * something came back is not undone.
 */
function takeBack(
  view: CabinetView,
  receipt: Receipt,
  { shop, form }: { shop: ShopFacts; form: Parameters<typeof returnForm>[2] },
): Markup | false {
  const { t } = view;
  const hasMore = receipt.lines.some((line) => leftOf(line) > 0);
  const isUndone = receipt.returns.length === 0 && mayUndo(view, shop, receipt);
  if (!hasMore && !isUndone) return false;
  if (!mayTakeGoods(view, receipt))
    return html`<p class="muted">${t('receipt.tooOld', { days: daysToReturn })}</p>`;
  return html`<div class="take-back">
    ${
      hasMore &&
      html`<section>
        ${returnForm(view, receipt, form)}
        <p class="note">${t('receipt.returnWhen')}</p>
      </section>`
    }
    ${isUndone && undoForm(view, receipt)}
  </div>`;
}

function undoForm(view: CabinetView, receipt: Receipt): Markup {
  const { t } = view;
  return html`<section>
    <details class="confirm">
      <summary class="quiet">${t('receipt.undo')}</summary>
      <form method="post" action="/receipt/void">
        ${formToken(view)}<input type="hidden" name="number" value="${receipt.number}" />
        <p>${t('receipt.undoWhat')}</p>
        <button class="quiet danger">${t('receipt.undoNow')}</button>
      </form>
    </details>
    <p class="note">${t('receipt.undoWhen')}</p>
  </section>`;
}
