import { randomUUID } from 'node:crypto';
import { html, Markup } from '../../html.ts';
import { type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { quantityError, quantityText } from '../goods/quantity.ts';
import { decimalsOf } from '../goods/units.ts';
import { returnScript } from './count-return.ts';
import { backInCash, leftInCash, leftOnCard, moneyBack, roundingBack } from './money-back.ts';
import { leftOf, returnAmount, wholeReturn } from './return-amount.ts';
import type { ReceiptLine } from './returns-store.ts';
import type { Receipt } from './sales-store.ts';

/**
 * Why goods can't come back: nothing was typed, no number in a line, more than is left of some, or another sum than the
 * one that was shown.
 */
export type ReturnFault = 'none' | 'recounted' | { wrong: number } | { left: ReadonlyMap<number, number> };

/** A form that was counted or refused, as it was typed. */
export interface ReturnTyped {
  typed: ReadonlyMap<number, string>;
  /** The money for what was typed, where that is a quantity in each line. */
  amount?: number;
  fault?: ReturnFault;
  once: string;
}

interface Return {
  typed?: ReturnTyped;
  /** What cash is rounded to, in minor units. */
  step: number;
}

export function lineField(position: number): string {
  return `line_${position}`;
}

// In one piece, because white space inside would change its hash.
const script = new Markup(`<script>${returnScript}</script>`);

/**
 * What comes back: everything that is left, or a part of each line, whose money is counted while one types or, without
 * scripts, by a button. The button that takes goods always says how much is handed back.
 */
export function returnForm(view: CabinetView, receipt: Receipt, { typed, step }: Return): Markup {
  const { t, entitlements } = view;
  const open = receipt.lines.filter((line) => leftOf(line) > 0);
  const isOnePiece =
    open.length === 1 && open.every((line) => line.unit === 'piece' && leftOf(line) === 1000);
  const all = returnAmount(receipt, wholeReturn(receipt.lines));
  const fault = typed?.fault;
  return html`<details class="confirm" ${typed && html`open`}>
    <summary class="quiet">${t('receipt.return')}</summary>
    <form
      method="post"
      action="/receipt/return"
      data-currency="${entitlements.currency}"
      data-total="${receipt.total}"
      data-returned="${receipt.returned}"
      ${inParts(view, receipt)}
      ${rounded(receipt, step)}
      novalidate
    >
      ${formToken(view)}<input type="hidden" name="number" value="${receipt.number}" />
      <input type="hidden" name="once" value="${typed?.once ?? randomUUID()}" />
      <p>${t(isOnePiece ? 'receipt.returnOne' : 'receipt.returnWhat')}</p>
      ${(fault === 'none' || fault === 'recounted') && html`<p class="note" id="return-fault" role="alert" data-faulty>${t(`receipt.return${fault === 'none' ? 'None' : 'Recounted'}`)}</p>`}
      ${!isOnePiece && html`${open.map((line) => lineOf(view, line, typed))} ${counted(view, receipt, { typed, step })}`}
      <button class="quiet danger" name="do" value="all">
        ${t('receipt.returnEverything', { sum: sumBack(view, receipt, { amount: all, step }) })}
      </button>
    </form>
    ${!isOnePiece && script}
  </details>`;
}

function lineOf(view: CabinetView, line: ReceiptLine, typed: ReturnTyped | undefined): Markup {
  const { t } = view;
  const id = lineField(line.position);
  const fault = typed?.fault && faultOf(view, typed.fault, line);
  const left = quantityText({ ...line, quantity: leftOf(line) }, { ...view, isOnPaper: true });
  const of = t('receipt.returnOf', { number: left });
  return html`<div
    class="field back"
    data-paid="${line.paid}"
    data-paid-back="${line.paidBack}"
    data-quantity="${line.quantity}"
    data-left="${leftOf(line)}"
    data-decimals="${decimalsOf(line.unit)}"
    data-of="${of}"
    data-only="${t('receipt.returnOnly', { number: left })}"
    data-wrong="${t(quantityError(line.unit))}"
  >
    <label for="${id}"><bdi>${line.name}</bdi></label>
    <input
      id="${id}"
      name="${id}"
      value="${typed?.typed.get(line.position) ?? ''}"
      inputmode="decimal"
      autocomplete="off"
      aria-describedby="${id}-note"
      ${fault && html`aria-invalid="true" autofocus`}
    />
    <p class="note" id="${id}-note" ${fault && html`role="alert" data-faulty`}>${fault ?? of}</p>
  </div>`;
}

/** What is handed back now, and how. */
function sumBack(
  view: CabinetView,
  receipt: Receipt,
  { amount, step }: { amount: number; step: number },
): string {
  const left = leftOnCard(receipt);
  const in_cash = left === null ? null : backInCash(amount, left);
  return moneyBack(view, { ...receipt, amount, in_cash, rounding: roundingBack(receipt, amount, step) });
}

/** The same for the script, which knows the sum. */
function textBack({ t }: CabinetView, { paid_by: way }: Receipt): string {
  if (way === 'cash') return t('receipt.inCash', { sum: '#' });
  return way === 'card' ? t('receipt.onCard', { sum: '#' }) : '#';
}

/** For the script: the texts of a sum that goes back in two parts, and what the card may have of it. */
function inParts({ t }: CabinetView, receipt: Receipt): Markup | false {
  const left = leftOnCard(receipt);
  if (left === null) return false;
  return html`data-card="${left}" data-in-cash="${t('receipt.inCash', { sum: '#' })}"
  data-on-card="${t('receipt.onCard', { sum: '#' })}"
  data-on-both="${t('receipt.onBoth', { card: '#', cash: '@' })}"`;
}

/** For the script: what is left of the cash, and how it is rounded. */
function rounded(receipt: Receipt, step: number): Markup | false {
  if (receipt.paid_by !== 'cash' && receipt.paid_by !== 'mixed') return false;
  const { exact, paid } = leftInCash(receipt);
  return html`data-step="${step}" data-cash-exact="${exact}" data-cash-paid="${paid}"`;
}

/** Without scripts Enter counts: that button is the first of the form. */
function counted(view: CabinetView, receipt: Receipt, { typed, step }: Return): Markup {
  const { t } = view;
  const amount = typed?.amount;
  const sum = sumBack(view, receipt, { amount: amount ?? 0, step });
  return html`<p class="actions start" role="status">
    <noscript><button class="quiet" name="do" value="count">${t('sale.count')}</button></noscript>
    <input type="hidden" name="shown" value="${amount}" />
    <button
      class="button"
      name="do"
      value="return"
      data-text="${t('receipt.returnNow', { sum: textBack(view, receipt) })}"
      ${amount === undefined ? html`hidden` : html`autofocus`}
    >
      ${t('receipt.returnNow', { sum })}
    </button>
  </p>`;
}

function faultOf(view: CabinetView, fault: ReturnFault, { position, unit }: ReceiptLine): string | undefined {
  if (typeof fault === 'string') return undefined;
  if ('wrong' in fault) return fault.wrong === position ? view.t(quantityError(unit)) : undefined;
  const quantity = fault.left.get(position);
  return quantity === undefined
    ? undefined
    : view.t('receipt.returnOnly', {
        number: quantityText({ quantity, unit }, { ...view, isOnPaper: true }),
      });
}
