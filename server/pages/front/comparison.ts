import { limitedMetrics } from '#contract/catalogue/tariff-contents.ts';
import type { PublicTariff } from '#contract/company/public-tariffs.ts';
import { inTreeOrder } from '#server/tariffs/features/feature-tree.ts';
import { html, type Html } from './html.ts';
import { amountOf, isTried, type Words } from './tariff-words.ts';

/** How many letters a row of cells has room for on a phone. */
const lettersOnPhone = 40;

/**
 * Every limit and feature that one of them has, by tariff. The roles are named, because a table that is laid out
 * another way on a phone would lose them. On a phone it is folded until it is where the address points.
 */
export function comparison(tariffs: readonly PublicTariff[], words: Words): Html {
  const { t, days } = words;
  const features = new Map(tariffs.flatMap((tariff) => tariff.features.map((one) => [one.id, one])));
  const row = (
    name: string,
    cell: (tariff: PublicTariff) => Html | string,
    { depth = 0, description = '' } = {},
  ) =>
    html`<tr role="row">
      <th scope="row" role="rowheader" data-depth="${depth}">${name}${about(description)}</th>
      ${tariffs.map((one) => html`<td role="cell" data-name="${one.name}">${cell(one)}</td>`)}
    </tr>`;
  const group = (name: string) =>
    html`<tr role="row" class="group">
      <th scope="rowgroup" role="rowheader" colspan="${tariffs.length + 1}">${name}</th>
    </tr>`;
  const limits = limitedMetrics(tariffs);
  const depthOf = (id: string | null): number => {
    const parent = id === null ? undefined : features.get(id);
    return parent ? 1 + depthOf(parent.parent_id) : 0;
  };
  return html`<section id="compare" class="compare${isNarrow(tariffs, words) && ' narrow'}">
    <h2>${t('compare')}</h2>
    <p class="unfold"><a href="#compare">${t('unfold')}</a></p>
    <div class="scroll" role="region" tabindex="0" aria-label="${t('scroll')}">
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell"></td>
            ${tariffs.map(({ name }) => html`<th scope="col" role="columnheader">${name}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${group(t('groups.price'))} ${row(t('month'), ({ price_month }) => words.money(price_month))}
          ${row(t('year'), ({ price_year }) => words.money(price_year))}
          ${row(t('trial'), (tariff) => (isTried(tariff) ? days(tariff.trial_days) : none(words)))}
          ${limits.length > 0 && group(t('groups.limits'))}
          ${limits.map(([metric, name]) =>
            row(name, ({ limits }) => {
              const limit = limits.find((one) => one.metric === metric);
              // The word is long for a column of a phone.
              return limit ? amountOf(limit, words) : sign('∞', t('unlimited'));
            }),
          )}
          ${features.size > 0 && group(t('groups.features'))}
          ${inTreeOrder([...features.values()]).map((feature) =>
            row(feature.name, (tariff) => mark(tariff, feature.id, words), {
              depth: depthOf(feature.parent_id),
              description: feature.description,
            }),
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** What a feature is, below its name. */
function about(description: string): Html | false {
  return description !== '' && html`<small>${description}</small>`;
}

/**
 * Whether the cells stand next to each other on a phone, each row below its name, without a broken word. Otherwise, and
 * in large letters, each is a line with the tariff's name.
 */
function isNarrow(tariffs: readonly PublicTariff[], words: Words): boolean {
  const said = tariffs.flatMap((tariff) => [
    tariff.name,
    words.money(tariff.price_month),
    words.money(tariff.price_year),
    words.days(tariff.trial_days),
    ...tariff.limits.map((limit) => amountOf(limit, words)),
  ]);
  // An amount has spaces that don't break.
  const longest = Math.max(...said.flatMap((text) => text.split(/[ -]/)).map(widthOf));
  return longest * tariffs.length <= lettersOnPhone;
}

/** In letters; digits and spaces are narrower. */
function widthOf(word: string): number {
  const letters = word.replace(/\P{L}/gu, '').length;
  return letters + 0.8 * (word.length - letters);
}

function mark({ features }: PublicTariff, id: string, words: Words): Html {
  return features.some((feature) => feature.id === id)
    ? html`<span class="yes" aria-hidden="true">✓</span><span class="unseen">${words.t('included')}</span>`
    : none(words);
}

function none({ t }: Words): Html {
  return sign('—', t('excluded'));
}

/** A sign for the eye, and what it means for who hears the page. */
function sign(shown: string, meaning: string): Html {
  return html`<span aria-hidden="true">${shown}</span><span class="unseen">${meaning}</span>`;
}
