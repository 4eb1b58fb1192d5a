import { daysLeft } from '../../days-left.ts';
import { dateText, day, money } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, translated } from '../../pages/cabinet-layout.ts';
import { limitBar, limitList } from '../../pages/limits.ts';
import { endingNotice } from '../../pages/payment-notice.ts';
import { quantityText } from '../goods/quantity.ts';
import { nothingOpen } from '../locked-page.ts';
import { keepsGoods, seesTurnover } from '../rights.ts';
import { beginOnScan } from '../till/begin-sale.ts';
import { monthBars } from '../sales/month-chart.ts';
import { takingLine } from '../sales/takings.ts';
import { shortName } from './short-name.ts';
import type { HomeFacts } from './home-facts.ts';

/** What the day sold, what runs out, and one line about the tariff. Without facts the tariff has no shop. */
export function homePage(view: CabinetView, facts: HomeFacts | undefined): Markup {
  const { t, entitlements } = view;
  return cabinetLayout(view, {
    title: t('nav.home'),
    main: html`<div class="heading">
        <h1><bdi>${facts?.shopName || shortName(entitlements.client.name)}</bdi></h1>
        ${
          facts &&
          !facts.isNew &&
          !view.readOnly &&
          html`<p class="actions">
            ${keepsGoods(view) && html`<a class="quiet" href="/shop">${t('shop.title')}</a>`}
            <a class="button" href="/sale">${t('sale.title')}</a>
          </p>`
        }
      </div>
      ${endingNotice(view)}
      ${
        facts === undefined
          ? nothingOpen(view, 'goods')
          : facts.isNew
            ? firstSteps(view, facts)
            : html`${figures(view, facts)} ${runningOut(view, facts)}`
      }
      ${seesTurnover(view) && plan(view, facts)} ${facts && !facts.isNew && !view.readOnly && beginOnScan}`,
  });
}

/** Nothing has been sold and there is hardly anything to sell. */
function firstSteps(view: CabinetView, { shopName, goods }: HomeFacts): Markup {
  const { t } = view;
  const hasGoods = goods > 0;
  if (!keepsGoods(view)) return html`<p class="muted">${t('first.others')}</p>`;
  return html`<section class="card first" aria-labelledby="first">
    <h2 id="first">${t('first.title')}</h2>
    <ol>
      <li>
        <p>${t(shopName === '' ? 'first.shop' : 'first.shopDone')}</p>
        <p class="actions start"><a class="quiet" href="/shop">${t('shop.title')}</a></p>
      </li>
      <li>
        <p>${t(hasGoods ? 'first.goodsDone' : 'first.text')}</p>
        <p class="actions start">
          <a class="${hasGoods ? 'quiet' : 'button'}" href="/goods/new">${t('goods.add')}</a>
          <a class="quiet" href="/goods/import">${t('goods.import')}</a>
        </p>
      </li>
      ${
        hasGoods &&
        html`<li>
          <p>${t('first.sale')}</p>
          <p class="actions start"><a class="button" href="/sale">${t('sale.title')}</a></p>
        </li>`
      }
    </ol>
  </section>`;
}

function figures(view: CabinetView, { today, takings, yesterday, month, days }: HomeFacts): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const isAll = seesTurnover(view);
  const sum = (amount: number) => money(amount, { currency, locale });
  const limit = entitlements.limits.monthly_turnover;
  return html`<div class="cards">
    <section class="card" aria-labelledby="today">
      <h2 id="today">${t(isAll ? 'home.today' : 'home.ownToday', { date: dateText(today.day, locale) })}</h2>
      <p class="figure">${sum(today.total)}</p>
      <p class="muted">
        ${t('sales.receiptCount', { count: today.receipts })} ·
        ${today.returned > 0 && html`${t('sales.returned', { sum: sum(today.returned) })} ·`}
        ${t('home.yesterday', { sum: sum(yesterday.total) })}
      </p>
      ${takings.length > 0 && html`<p class="muted">${takingLine(view, takings)}</p>`}
      <p><a href="/sales">${t(isAll ? 'home.allSales' : 'home.ownSales')}</a></p>
    </section>
    ${
      isAll &&
      html`<section class="card" aria-labelledby="month">
        <h2 id="month">${t('home.month')}</h2>
        <p class="figure">${sum(month.total)}</p>
        <p class="muted">
          ${t('sales.receiptCount', { count: month.receipts })}${month.returned > 0 && html` · ${t('sales.returned', { sum: sum(month.returned) })}`}
        </p>
        ${monthBars({ month: today.day.slice(0, 7), sums: days })}
        ${
          limit !== null &&
          html`<div class="of-limit">
            ${limitBar(month.total, limit)}
            <p class="note">${t('sales.limit', { limit: sum(limit) })}</p>
          </div>`
        }
        <p><a href="/sales?period=month">${t('home.monthSales')}</a></p>
      </section>`
    }
  </div>`;
}

function runningOut(view: CabinetView, { runningOut: goods }: HomeFacts): Markup | false {
  const { t } = view;
  if (goods.length === 0) return false;
  return html`<section aria-labelledby="low">
    <h2 id="low">${t('home.runningOut')}</h2>
    <ul class="rows">
      ${goods.map(
        ({ id, name, ...left }) =>
          html`<li>
            ${keepsGoods(view) ? html`<a href="/goods/edit?id=${id}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}
            <span class="amount"
              >${left.quantity === 0 ? t('home.none') : t('sale.left', { number: quantityText(left, view) })}</span
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

function plan(view: CabinetView, facts: HomeFacts | undefined): Markup {
  const { t, entitlements, session, publicUrl } = view;
  const { status, tariff } = entitlements;
  // The turnover stands above, where something has been sold.
  const isAbove = facts !== undefined && !facts.isNew;
  const limits = limitList(view, {
    used: facts && { goods_count: facts.goods, monthly_turnover: facts.month.total },
    without: isAbove ? ['monthly_turnover'] : [],
  });
  const isKnown = ['trial', 'active', 'grace'].includes(status);
  return html`<section class="plan" aria-labelledby="plan">
    <h2 class="hidden" id="plan">${t('subscription.title')}</h2>
    <p class="facts">
      <span>${t('subscription.title')}: <strong>${translated(tariff.name, view)}</strong></span>
      ${isKnown && html`<span class="status ${status}">${t(`subscription.${status}`)}</span>`}
      ${until(view).map((fact) => html`<span>${fact}</span>`)}
      ${!session.acting_user && html`<a href="${publicUrl}/account">${t('home.account')}</a>`}
    </p>
    ${entitlements.discounts.length > 0 && html`<p class="muted">${discounts(view)}</p>`} ${limits}
  </section>`;
}

/** What the next periods cost less, and for how long. */
function discounts({ t, locale, entitlements }: CabinetView): string {
  const { currency } = entitlements;
  const each = entitlements.discounts.map(({ percent, amount, periods_left: left }) => {
    const value =
      percent === null ? money(amount ?? 0, { currency, locale }) : t('discount.percent', { percent });
    return left === null ? value : t('discount.left', { value, count: left });
  });
  return t('discount.title', { discounts: each.join(' · ') });
}

/** Until when the tariff runs, and how long that is; of an account that closes, when it does. */
function until({ t, locale, entitlements, now }: CabinetView): string[] {
  const { ends_at, closes_at, time_zone: timeZone } = entitlements;
  if (closes_at !== null)
    return [t('subscription.closes', { date: day(new Date(closes_at), { locale, timeZone }) })];
  if (ends_at === null) return [t('subscription.endless')];
  const end = new Date(ends_at);
  const date = day(end, { locale, timeZone });
  if (end <= now) return [t('subscription.ended', { date })];
  const days = daysLeft(end, now, timeZone);
  const left = days === 0 ? t('subscription.today') : t('subscription.daysLeft', { count: days });
  return [t('subscription.until', { date }), left];
}
