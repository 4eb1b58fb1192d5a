import { randomUUID } from 'node:crypto';
import { number } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { leftOf } from './return-amount.ts';
import type { Receipt } from './sales-store.ts';

/** Why goods can't come back: nothing was typed, no number in a line, or more than is left of some. */
export type ReturnFault = 'none' | { wrong: number } | { left: ReadonlyMap<number, number> };

/** A form that was refused, as it was typed. */
export interface ReturnTyped {
  typed: ReadonlyMap<number, string>;
  fault: ReturnFault;
  once: string;
}

export function lineField(position: number): string {
  return `line_${position}`;
}

/** How many pieces of each line come back; all of them where there is but one. */
export function returnForm(
  view: CabinetView,
  { number: receipt, lines }: Receipt,
  refused: ReturnTyped | undefined,
): Markup {
  const { t, locale } = view;
  const open = lines.filter((line) => leftOf(line) > 0);
  const isOnePiece = open.reduce((sum, line) => sum + leftOf(line), 0) === 1;
  return html`<details class="confirm" ${refused && html`open`}>
    <summary class="quiet">${t('receipt.return')}</summary>
    <form method="post" action="/receipt/return" novalidate>
      ${formToken(view)}<input type="hidden" name="number" value="${receipt}" />
      <input type="hidden" name="once" value="${refused?.once ?? randomUUID()}" />
      <p>${t('receipt.returnWhat')}</p>
      ${refused?.fault === 'none' && html`<p class="note" role="alert" data-faulty>${t('receipt.returnNone')}</p>`}
      ${open.map((line) => {
        const id = lineField(line.position);
        const fault = refused && faultOf(view, refused.fault, line.position);
        const typed = refused ? refused.typed.get(line.position) : isOnePiece && '1';
        return html`<div class="field back">
          <label for="${id}"><bdi>${line.name}</bdi></label>
          <input
            id="${id}"
            name="${id}"
            value="${typed || ''}"
            inputmode="numeric"
            autocomplete="off"
            aria-describedby="${id}-note"
            ${fault && html`aria-invalid="true"`}
          />
          <p class="note" id="${id}-note" ${fault && html`role="alert" data-faulty`}>
            ${fault ?? t('receipt.returnOf', { number: number(leftOf(line), locale) })}
          </p>
        </div>`;
      })}
      <button class="quiet danger">${t('receipt.returnNow')}</button>
    </form>
  </details>`;
}

function faultOf({ t, locale }: CabinetView, fault: ReturnFault, position: number): string | undefined {
  if (fault === 'none') return undefined;
  if ('wrong' in fault) return fault.wrong === position ? t('validation.wholeNumber') : undefined;
  const left = fault.left.get(position);
  return left === undefined ? undefined : t('receipt.returnOnly', { number: number(left, locale) });
}
