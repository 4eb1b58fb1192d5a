import { currencySign, withMinus } from '#contract/money/money-text.ts';
import { dateText, dayAndMonth, money } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { daysOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { DaySum } from './sums-store.ts';

const height = 190;
/** The same picture for a phone and for a desk; the style sheet shows one of them. */
const widths = { small: 400, large: 1000 } as const;

/**
 * The turnover of a month by day as bars from 0, down where more came back than was sold. The same numbers are below it
 * as a table, for everyone who can't or won't read the picture.
 */
export function monthChart(
  view: CabinetView,
  { month, sums, hasTable = true }: { month: string; sums: DaySum[]; hasTable?: boolean },
): Markup {
  const { t } = view;
  if (sums.length === 0) return html`<p class="muted">${t('sales.chartEmpty')}</p>`;
  return html`<figure class="chart">
    ${picture(view, { month, sums, size: 'small' })} ${picture(view, { month, sums, size: 'large' })}
    ${
      hasTable &&
      html`<details>
        <summary>${t('sales.asTable')}</summary>
        ${sumsTable(view, sums, 'plain')}
      </details>`
    }
  </figure>`;
}

function picture(
  view: CabinetView,
  { month, sums, size }: { month: string; sums: DaySum[]; size: keyof typeof widths },
): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const width = widths[size];
  const days = daysOf(month);
  const totals = new Map(sums.map(({ day, total }) => [day, total]));
  const ticks = ticksBetween(Math.min(0, ...totals.values()), Math.max(0, ...totals.values()));
  const short = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    useGrouping: true,
  });
  const named = (tick: number) => withMinus(short.format(tick / 100));
  const longest = Math.max(...ticks.map((tick) => named(tick).length));
  const plot = { left: 12 + 7 * longest, right: width - 4, top: 12, bottom: 162 };
  const [lowest = 0] = ticks;
  const range = (ticks.at(-1) ?? 1) - lowest;
  const step = (plot.right - plot.left) / days.length;
  const y = (value: number) => round(plot.bottom - ((plot.bottom - plot.top) * (value - lowest)) / range);
  return html`<svg
    class="${size}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-labelledby="chart-title-${size} chart-text-${size}"
  >
    <title id="chart-title-${size}">${t('sales.chart', { currency: currencySign(locale, currency) })}</title>
    <desc id="chart-text-${size}">${described(view, sums)}</desc>
    ${ticks.map(
      (tick) =>
        html`<line
            class="grid ${tick === 0 && lowest < 0 && 'zero'}"
            x1="${plot.left}"
            x2="${plot.right}"
            y1="${y(tick)}"
            y2="${y(tick)}"
          />
          <text class="tick" x="${plot.left - 6}" y="${y(tick) + 4}" text-anchor="end">${named(tick)}</text>`,
    )}
    ${days.map((day, index) => {
      const x = plot.left + step * index;
      const total = totals.get(day) ?? 0;
      const isNamed = index === 0 || (index + 1) % 5 === 0;
      return html`${
        total !== 0 &&
        html`<rect
          class="bar-of-day ${total < 0 && 'below'}"
          x="${round(x + step * 0.15)}"
          y="${Math.min(y(total), y(0))}"
          width="${round(step * 0.7)}"
          height="${round(Math.abs(y(0) - y(total)))}"
        />`
      }
      ${isNamed && html`<text class="tick" x="${round(x + step / 2)}" y="${plot.bottom + 18}" text-anchor="middle">${index + 1}</text>`}`;
    })}
  </svg>`;
}

/** The same bars without words, where the sum of the month stands beside them. */
export function monthBars({ month, sums }: { month: string; sums: DaySum[] }): Markup | false {
  const most = Math.max(0, ...sums.map(({ total }) => total));
  if (most === 0) return false;
  const lowest = Math.min(0, ...sums.map(({ total }) => total));
  const days = daysOf(month);
  const step = 100 / days.length;
  const y = (value: number) => (100 * (most - value)) / (most - lowest);
  return html`<svg class="month-bars" aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
    ${sums.map(({ day, total }) => {
      return html`<rect
        class="bar-of-day ${total < 0 && 'below'}"
        x="${round(step * days.indexOf(day) + step * 0.15)}"
        y="${round(Math.min(y(total), y(0)))}"
        width="${round(step * 0.7)}"
        height="${round(Math.abs(y(total) - y(0)))}"
      />`;
    })}
  </svg>`;
}

function described({ t, locale, entitlements }: CabinetView, sums: DaySum[]): string {
  const { currency } = entitlements;
  const best = sums.toSorted((a, b) => b.total - a.total)[0];
  if (!best) return '';
  return t('sales.chartText', {
    total: money(sumOf(sums), { currency, locale }),
    days: sums.length,
    best: money(best.total, { currency, locale }),
    day: dateText(best.day, locale),
  });
}

/** Days with their sums. */
export function sumsTable(
  { t, locale, entitlements }: CabinetView,
  sums: DaySum[],
  look: 'plain' | 'list sums-right',
): Markup {
  const { currency } = entitlements;
  return html`<table class="${look}">
    <thead>
      <tr>
        <th scope="col">${t('sales.day')}</th>
        <th scope="col" class="right">${t('sales.receipts')}</th>
        <th scope="col" class="right">${t('receipt.sum')}</th>
      </tr>
    </thead>
    <tbody>
      ${sums.map(
        ({ day, total, receipts }) =>
          html`<tr>
            <th scope="row">
              <a href="/sales?day=${day}">${dayAndMonth(day, locale)}</a>
            </th>
            <td class="right" data-label="${t('sales.receipts')}">${receipts}</td>
            <td class="right sum" data-label="${t('receipt.sum')}">${money(total, { currency, locale })}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * Round numbers from 0 to at least `most`, at the same distance, in minor units: 1, 2 or 5 with zeros. Never parts of a
 * whole unit.
 */
export function ticksUpTo(most: number): number[] {
  const whole = Math.max(1, most / 100);
  const rough = whole / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? whole,
  );
  const count = Math.ceil(whole / step);
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step) * 100);
}

/** The same down to `low`, which is 0 or less. */
export function ticksBetween(low: number, high: number): number[] {
  const [, step = 100] = ticksUpTo(Math.max(high, 0 - low));
  const [first, last] = [Math.floor(low / step), Math.max(1, Math.ceil(high / step))];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

export function sumOf(sums: readonly DaySum[]): number {
  return sums.reduce((total, sum) => total + sum.total, 0);
}

/** What came back in these days. */
export function returnedIn(sums: readonly DaySum[]): number {
  return sums.reduce((total, { returned }) => total + returned, 0);
}

/** What rounding added to the cash of these days. */
export function roundingIn(sums: readonly DaySum[]): number {
  return sums.reduce((total, { rounding }) => total + rounding, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
