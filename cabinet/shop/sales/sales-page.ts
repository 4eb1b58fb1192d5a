import { dateText, dayAndMonth, money, monthText, number, time } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { dayAfter } from '../../month.ts';
import { cabinetLayout, type CabinetView } from '../../pages/cabinet-layout.ts';
import { monthChart, sumOf } from './month-chart.ts';
import type { DaySum, ReceiptInList } from './sales-store.ts';

interface SalesOfDay {
  day: string;
  today: string;
  /** Newest first, the voided ones too. */
  receipts: ReceiptInList[];
  /** Of the whole month. */
  sums: DaySum[];
  isThisMonth: boolean;
}

/** The receipts of a day, and the turnover of its month as a picture. */
export function salesPage(view: CabinetView, sales: SalesOfDay): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const { day, today, receipts, sums } = sales;
  const sum = sums.find((known) => known.day === day);
  return cabinetLayout(view, {
    title: t('nav.sales'),
    main: html`<div class="heading">
        <h1>${t('nav.sales')}</h1>
        ${!view.readOnly && html`<p class="actions"><a class="button" href="/sale">${t('sale.title')}</a></p>`}
      </div>
      ${dayChoice(view, sales)}
      <section aria-labelledby="day">
        <h2 id="day">${day === today ? t('sales.today') : dateText(day, locale)}</h2>
        <p class="figure">${money(sum?.total ?? 0, { currency, locale })}</p>
        <p class="muted">${t('sales.receiptCount', { count: sum?.receipts ?? 0 })}</p>
        ${receipts.length > 0 && receiptList(view, receipts)}
      </section>
      <section class="card" aria-labelledby="month">
        <h2 id="month">${t('sales.month', { month: monthText(day, locale) })}</h2>
        <p class="figure small">${money(sumOf(sums), { currency, locale })}</p>
        ${sales.isThisMonth && limitOf(view)} ${monthChart(view, { month: day.slice(0, 7), sums })}
      </section>`,
  });
}

function dayChoice({ t, locale }: CabinetView, { day, today }: SalesOfDay): Markup {
  const link = (to: string) => {
    const words = dayAndMonth(to, locale);
    return html`<a class="quiet" href="/sales?day=${to}">${to < day ? `← ${words}` : `${words} →`}</a>`;
  };
  return html`<form class="search day" method="get" action="/sales">
    ${link(dayAfter(day, -1))}
    <label class="hidden" for="chosen">${t('sales.day')}</label>
    <input id="chosen" type="date" name="day" value="${day}" max="${today}" />
    <button class="quiet">${t('sales.show')}</button>
    ${day < today && link(dayAfter(day, 1))}
  </form>`;
}

function receiptList(view: CabinetView, receipts: ReceiptInList[]): Markup {
  const { t, locale, entitlements } = view;
  const { currency, time_zone: timeZone } = entitlements;
  return html`<table class="list">
    <thead>
      <tr>
        <th scope="col">${t('receipt.name')}</th>
        <th scope="col">${t('sales.time')}</th>
        <th scope="col" class="right">${t('receipt.sum')}</th>
      </tr>
    </thead>
    <tbody>
      ${receipts.map(
        ({ number: receipt, sold_at, total, voided_at }) =>
          html`<tr>
            <th scope="row">
              <a href="/receipt?number=${receipt}">№ ${number(receipt, locale)}</a>
              ${voided_at !== null && html`<span class="tag">${t('receipt.void')}</span>`}
            </th>
            <td data-label="${t('sales.time')}">${time(new Date(sold_at), { locale, timeZone })}</td>
            <td class="right ${voided_at !== null && 'void'}" data-label="${t('receipt.sum')}">
              ${money(total, { currency, locale })}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function limitOf({ t, locale, entitlements }: CabinetView): Markup | false {
  const { limits, currency } = entitlements;
  if (limits.monthly_turnover === null) return false;
  const limit = money(limits.monthly_turnover, { currency, locale });
  return html`<p class="muted">${t('sales.limit', { limit })}</p>`;
}
