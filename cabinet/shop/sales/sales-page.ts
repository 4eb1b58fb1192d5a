import { dateText, dayAndMonth, daysAndMonth, money, monthText, number, time } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { dayAfter } from '../../month.ts';
import { cabinetLayout, type CabinetView } from '../../pages/cabinet-layout.ts';
import { seesTurnover } from '../rights.ts';
import { findForm } from './found-page.ts';
import { monthChart, returnedIn, sumOf, sumsTable } from './month-chart.ts';
import { dayInDigits, type Period, periodKinds, periodsAround } from './period.ts';
import type { ReturnInList } from './returns-store.ts';
import type { ReceiptInList } from './sales-store.ts';
import type { DaySum, Taking } from './sums-store.ts';
import { takingList } from './takings.ts';
import { type WayToPay, waysToPay } from './ways-to-pay.ts';

interface SalesOfPeriod {
  period: Period;
  today: string;
  /** A day that was typed and isn't one; empty if nothing is wrong. */
  typed: string;
  /** Those of the day. */
  ways: readonly (WayToPay | null)[];
  /** The way of paying that was asked for. */
  way: WayToPay | null;
  /** Of a single day and that way, newest first, the voided ones too. */
  receipts: ReceiptInList[];
  returns: ReturnInList[];
  sums: DaySum[];
  takings: Taking[];
  /** Of the whole month in which the period ends. */
  ofMonth: DaySum[];
  isThisMonth: boolean;
}

/** What was sold in a period, and the turnover of its month as a picture. Cashiers see what is theirs. */
export function salesPage(view: CabinetView, sales: SalesOfPeriod): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const { period, sums } = sales;
  const count = sums.reduce((all, sum) => all + sum.receipts, 0);
  const counted = [t('sales.receiptCount', { count }), returnedIn(sums) > 0 && returnedText(view, sums)];
  return cabinetLayout(view, {
    title: t('nav.sales'),
    main: html`<div class="heading">
        <h1>${t(seesTurnover(view) ? 'nav.sales' : 'sales.own')}</h1>
        <p class="actions">
          <a class="quiet" href="/drawer">${t('drawer.title')}</a>
          ${!view.readOnly && html`<a class="button" href="/sale">${t('sale.title')}</a>`}
        </p>
      </div>
      ${periodChoice(view, sales)} ${findForm(view)}
      <section aria-labelledby="period">
        <h2 id="period">${periodText(view, period, sales.today)}</h2>
        <p class="figure">${money(sumOf(sums), { currency, locale })}</p>
        <p class="muted">${counted.filter(Boolean).join(' · ')}</p>
        ${takingList(view, sales.takings)} ${period.kind === 'day' && listsOfDay(view, sales)}
        ${period.kind !== 'day' && sums.length > 0 && sumsTable(view, sums, 'list sums-right')}
        ${sums.length > 0 && seesTurnover(view) && html`<p class="screen"><a href="${addressOf(period, null, '/sales.csv')}" download>${t('sales.export')}</a></p>`}
      </section>
      ${seesTurnover(view) && monthOf(view, sales)}`,
  });
}

/** What is chosen, and one way to what was before and after it. */
function periodChoice(view: CabinetView, { period, today, typed, way }: SalesOfPeriod): Markup {
  const { t, locale } = view;
  const { kind: chosen, day } = period;
  const example = dayInDigits('2026-03-31', locale);
  const { before, after } = periodsAround(period, today);
  const step = (to: Period, name: string, sign: string) =>
    html`<a
      class="quiet step"
      href="${addressOf(to, way)}"
      aria-label="${t(`period.${name}`, { period: periodText(view, to, today) })}"
      >${sign}</a
    >`;
  return html`<div class="periods">
    <nav class="segments" aria-label="${t('period.label')}">
      ${periodKinds.map(
        (kind) =>
          html`<a href="${addressOf({ kind, day }, null)}" ${kind === chosen && html`aria-current="true"`}
            >${t(`period.${kind}`)}</a
          >`,
      )}
    </nav>
    <form class="search day" method="get" action="/sales" novalidate>
      ${chosen !== 'day' && html`<input type="hidden" name="period" value="${chosen}" />`}
      ${way !== null && html`<input type="hidden" name="way" value="${way}" />`}
      <label class="hidden" for="chosen">${t('sales.day')}</label>
      <span class="steps"
        >${step(before, 'previous', '‹')}
        <input
          id="chosen"
          name="day"
          value="${typed === '' ? dayInDigits(day, locale) : typed}"
          autocomplete="off"
          ${typed !== '' && html`aria-invalid="true" aria-describedby="chosen-note"`}
        />
        ${after ? step(after, 'next', '›') : html`<span class="quiet step none" aria-hidden="true">›</span>`}</span
      >
      <button class="quiet">${t('sales.show')}</button>
      ${day !== today && html`<a class="quiet" href="${addressOf({ kind: chosen, day: today }, way)}">${t('period.today')}</a>`}
      ${typed !== '' && html`<p class="note" id="chosen-note" role="alert" data-faulty>${t('sales.wrongDay', { example })}</p>`}
    </form>
  </div>`;
}

function periodText({ t, locale }: CabinetView, { kind, from, to }: Period, today: string): string {
  if (kind === 'month') return monthText(from, locale);
  if (kind === 'week') return daysAndMonth(from, to, locale);
  if (from === today) return `${t('period.today')}, ${dayAndMonth(from, locale)}`;
  const isYesterday = from === dayAfter(today, -1);
  return isYesterday ? `${t('period.yesterday')}, ${dayAndMonth(from, locale)}` : dateText(from, locale);
}

function monthOf(view: CabinetView, { period, ofMonth, isThisMonth }: SalesOfPeriod): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  return html`<section class="card" aria-labelledby="month">
    <h2 id="month">${t('sales.month', { month: monthText(period.to, locale) })}</h2>
    <p class="figure small">${money(sumOf(ofMonth), { currency, locale })}</p>
    ${returnedIn(ofMonth) > 0 && html`<p class="muted">${returnedText(view, ofMonth)}</p>`}
    ${isThisMonth && limitOf(view)}
    ${monthChart(view, { month: period.to.slice(0, 7), sums: ofMonth, hasTable: period.kind !== 'month' })}
  </section>`;
}

/** What was sold and what came back of it: the sums above are what is left. */
export function returnedText({ t, locale, entitlements }: CabinetView, sums: readonly DaySum[]): string {
  const sum = (amount: number) => money(amount, { currency: entitlements.currency, locale });
  const returned = returnedIn(sums);
  return [
    t('sales.sold', { sum: sum(sumOf(sums) + returned) }),
    t('sales.returned', { sum: sum(returned) }),
  ].join(' · ');
}

function addressOf(
  { kind, day }: Pick<Period, 'kind' | 'day'>,
  way: WayToPay | null,
  path = '/sales',
): string {
  return `${path}?${new URLSearchParams({ day, ...(kind !== 'day' && { period: kind }), ...(way !== null && { way }) })}`;
}

/** The receipts of a day and what came back, of one way of paying or of all. */
function listsOfDay(view: CabinetView, sales: SalesOfPeriod): Markup {
  const { t } = view;
  const { receipts, returns, way, ways } = sales;
  return html`${(way !== null || ways.length > 1) && wayChoice(view, sales)}
  ${receipts.length > 0 && receiptList(view, receipts)}
  ${way !== null && receipts.length === 0 && html`<p class="muted">${t('sales.noneOfWay')}</p>`}
  ${returns.length > 0 && returnList(view, returns)}`;
}

/** Payments in two parts are a choice where there are any. */
function wayChoice({ t }: CabinetView, { period, way, ways }: SalesOfPeriod): Markup {
  const offered = waysToPay.filter((one) => one !== 'mixed' || one === way || ways.includes(one));
  return html`<nav class="segments ways screen" aria-label="${t('sales.way')}">
    ${[null, ...offered].map(
      (one) =>
        html`<a href="${addressOf(period, one)}" ${one === way && html`aria-current="true"`}
          >${t(one === null ? 'sales.allWays' : `sale.${one}`)}</a
        >`,
    )}
  </nav>`;
}

function returnList(view: CabinetView, returns: ReturnInList[]): Markup {
  const { t, locale, entitlements } = view;
  const { currency, time_zone: timeZone } = entitlements;
  return html`<h3>${t('receipt.returns')}</h3>
    <ul class="rows">
      ${returns.map(
        ({ receipt, amount, returned_at, way }) =>
          html`<li>
            <a href="/receipt?number=${receipt}">${t('receipt.title', { number: receipt })}</a>
            <span class="muted"
              >${time(new Date(returned_at), { locale, timeZone })}${way !== null && ` · ${t(`sale.${way}`)}`}</span
            >
            <span class="amount">${money(0 - amount, { currency, locale })}</span>
          </li>`,
      )}
    </ul>`;
}

function receiptList(view: CabinetView, receipts: ReceiptInList[]): Markup {
  const { t, locale, entitlements } = view;
  const { currency, time_zone: timeZone } = entitlements;
  const sellers = new Set(receipts.map(({ seller }) => seller));
  return html`<table class="list sums-right">
    <thead>
      <tr>
        <th scope="col">${t('receipt.name')}</th>
        <th scope="col">${t('sales.time')}</th>
        <th scope="col">${t('sales.way')}</th>
        <th scope="col" class="right">${t('receipt.sum')}</th>
      </tr>
    </thead>
    <tbody>
      ${receipts.map(
        ({ number: receipt, sold_at, total, voided_at, seller, paid_by, returned }) =>
          html`<tr>
            <th scope="row">
              <a href="/receipt?number=${receipt}"
                >${t('receipt.numbered', { number: number(receipt, locale) })}</a
              >
              ${voided_at !== null && html`<span class="tag">${t('receipt.void')}</span>`}
              ${returned > 0 && html`<span class="tag">${t(returned < total ? 'receipt.partly' : 'receipt.returnedAll')}</span>`}
              ${sellers.size > 1 && seller !== null && html`<span class="code"><bdi>${seller}</bdi></span>`}
            </th>
            <td data-label="${t('sales.time')}">${time(new Date(sold_at), { locale, timeZone })}</td>
            <td data-label="${t('sales.way')}">${paid_by === null ? '—' : t(`sale.${paid_by}`)}</td>
            <td class="right sum ${voided_at !== null && 'void'}" data-label="${t('receipt.sum')}">
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
