import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { intlTags } from '#contract/kernel/variants.ts';
import { money } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { type CabinetView, translated } from './cabinet-layout.ts';

/** What this product counts whenever it sells goods, so that its owner reads that they are unlimited. */
const ofGoods = ['monthly_turnover', 'goods_count'];

/**
 * The limits of the tariff by metric, with the operator's names (docs/cabinet-protocol.md, "Entitlements"), and what is
 * `used` of them as far as the product knows; `without` those that the page shows elsewhere.
 */
export function limitList(
  view: Pick<CabinetView, 'locale' | 'defaultLocale' | 't'> & {
    entitlements: Pick<Entitlements, 'currency' | 'features' | 'limits' | 'metrics'>;
  },
  {
    used = {},
    without = [],
  }: { used?: Record<string, number> | undefined; without?: readonly string[] } = {},
): Markup | false {
  const { entitlements, locale, t } = view;
  const { currency, metrics } = entitlements;
  const shown = shownLimits(entitlements).filter(({ key }) => !without.includes(key));
  if (shown.length === 0) return false;
  const words = {
    tag: intlTags[locale],
    money: (minorUnits: number) => money(minorUnits, { currency, locale }),
  };
  return html`<dl class="limits">
    ${shown.map(({ key, most }) => {
      const { name = {}, unit = 'count' } = metrics[key] ?? {};
      const limit = most === null ? t('tariff.unlimited') : measureText(most, unit, words);
      const count = used[key];
      const texts = { used: measureText(count ?? 0, unit, words), limit };
      const written =
        count === undefined ? limit : t(most === null ? 'tariff.usedUnlimited' : 'tariff.usedOf', texts);
      return html`<div>
        <dt>${translated(name, view, key)}</dt>
        <dd>${written}</dd>
      </div>`;
    })}
  </dl>`;
}

/** How much of a limit is used, as a picture beside the numbers. */
export function limitBar(used: number, most: number): Markup {
  const share = most === 0 ? 100 : Math.min(100, Math.max(0, (used / most) * 100));
  return html`<svg class="limit-bar" aria-hidden="true">
    <rect class="track" width="100%" height="100%" rx="4" />
    <rect class="used ${share >= 100 && 'full'}" width="${share.toFixed(1)}%" height="100%" rx="4" />
  </svg>`;
}

/** Those that limit something, and with goods also what isn't limited. Nothing is known of a metric without a name. */
export function shownLimits({
  features,
  limits,
  metrics,
}: Pick<Entitlements, 'features' | 'limits' | 'metrics'>): { key: string; most: number | null }[] {
  const sellsGoods = features.includes('goods');
  return Object.keys(metrics)
    .map((key) => ({ key, most: limits[key] ?? null }))
    .filter(({ key, most }) => most !== null || (sellsGoods && ofGoods.includes(key)));
}

/** How many goods the tariff allows; null is unlimited. A platform from before metrics knows only the older name. */
export function goodsLimit({ limits }: Pick<Entitlements, 'limits'>): number | null {
  return limits['goods_count'] ?? limits.goods_quantity;
}
