import { dayAndTime, money, number } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import type { Receipt } from './sales-store.ts';

/** A receipt, on screen and on paper; the sale can be taken back. */
export function receiptPage(view: CabinetView, receipt: Receipt): Markup {
  const { t, locale, entitlements } = view;
  const { currency, time_zone: timeZone, client } = entitlements;
  const title = t('receipt.title', { number: receipt.number });
  return cabinetLayout(view, {
    title,
    isNarrow: true,
    main: html`<p class="screen">
        <a href="/sales?day=${receipt.day}">${t('receipt.back')}</a>
      </p>
      <article class="card receipt">
        <p>
          <bdi>${client.name}</bdi><br /><span class="muted"
            >${t(`ident.${client.type}`)}: ${client.ident}</span
          >
        </p>
        <h1>${title}</h1>
        <p class="muted">${dayAndTime(new Date(receipt.sold_at), { locale, timeZone })}</p>
        ${
          receipt.voided_at !== null &&
          html`<p class="notice warning" role="status">
            ${t('receipt.voided', { moment: dayAndTime(new Date(receipt.voided_at), { locale, timeZone }) })}
          </p>`
        }
        ${linesOf(view, receipt)}
        <p class="total">
          <span>${t('sale.total')}</span>
          <strong ${receipt.voided_at !== null && html`class="void"`}
            >${money(receipt.total, { currency, locale })}</strong
          >
        </p>
        ${receipt.paid_by !== null && html`<p class="muted">${paidText(view, receipt)}</p>`}
      </article>
      <div class="actions start screen">
        ${!view.readOnly && html`<a class="button" href="/sale">${t('sale.next')}</a>`}
        ${!view.readOnly && receipt.voided_at === null && takeBack(view, receipt)}
      </div>
      <p class="muted screen">${t('receipt.print')}</p>`,
  });
}

function paidText({ t, locale, entitlements: { currency } }: CabinetView, receipt: Receipt): string {
  const { total, given, discount, paid_by: paidBy } = receipt;
  const sum = (minorUnits: number) => money(minorUnits, { currency, locale });
  return [
    discount > 0 && t('receipt.discount', { percent: discount }),
    t(`sale.${paidBy}`),
    given !== null && t('receipt.given', { given: sum(given), change: sum(given - total) }),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

function linesOf({ t, locale, entitlements: { currency } }: CabinetView, { lines }: Receipt): Markup {
  return html`<table class="plain">
    <thead>
      <tr>
        <th scope="col">${t('goods.name')}</th>
        <th scope="col" class="right">${t('receipt.pieces')}</th>
        <th scope="col" class="right">${t('receipt.sum')}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ({ name, price, quantity }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="right">${number(quantity, locale)} × ${money(price, { currency, locale })}</td>
            <td class="right">${money(price * quantity, { currency, locale })}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Opened first, so that nobody takes a sale back by a slip of the finger. */
function takeBack(view: CabinetView, { number: receipt }: Receipt): Markup {
  const { t } = view;
  return html`<details class="confirm">
    <summary class="quiet">${t('receipt.undo')}</summary>
    <form method="post" action="/receipt/void">
      ${formToken(view)}<input type="hidden" name="number" value="${receipt}" />
      <p>${t('receipt.undoWhat')}</p>
      <button class="quiet danger">${t('receipt.undoNow')}</button>
    </form>
  </details>`;
}
