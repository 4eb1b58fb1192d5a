import type { PublicTariff } from '#contract/company/public-tariffs.ts';
import type { MetricUnit } from '#contract/catalogue/metric.ts';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { moneyFormat } from '#contract/money/money-text.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { inTreeOrder, leavesOf } from '#server/tariffs/features/feature-tree.ts';
import { type FrontFacts, inLanguage, writeFrontPage } from './front-page.ts';
import { dataElement, html, type Html } from './html.ts';

interface TariffsPage {
  locale: Locale;
  /** Who reads it, if somebody is signed in. */
  person: string | null;
  currency: string;
  tariffs: readonly PublicTariff[];
  registrationOpen: boolean;
  /** The operator's words on the product; those that are undefined have general ones. */
  headline: string | undefined;
  sentence: string | undefined;
}

/** More are in the comparison. */
const mostParts = 8;

interface Words {
  t(key: string, words?: Record<string, unknown>): string;
  money(minorUnits: number): string;
  measure(value: number, unit: MetricUnit): string;
  days(count: number): string;
}

/** `/tariffs`: what there is and what it costs, with a button for each to the registration (GROWTH section 17). */
export function writeTariffsPage(facts: FrontFacts, page: TariffsPage): string {
  const { locale, currency, tariffs, person } = page;
  const words = wordsOf(locale, currency);
  const { t } = words;
  const names = tariffs.map(({ name, subtitle }) => (subtitle === '' ? name : `${name}: ${subtitle}`));
  const hasYear = tariffs.some(({ price_year }) => price_year > 0);
  const isFree = startsFree(tariffs);
  return writeFrontPage(facts, {
    path: '/tariffs',
    locale,
    person,
    title: t('title'),
    description: page.sentence ?? t('meta', { product: facts.productName, names: names.join('. ') }),
    head: html`${tariffs.map((tariff) => dataElement(productOf(facts, page, tariff)))}`,
    main: html`${about(facts, page, words)}
      <h2 id="plans">${t('title')}</h2>
      ${tariffs.length === 0 && html`<p class="lead">${t('none')}</p>`}
      ${tariffs.length > 0 && person === null && html`<p class="lead">${t(isFree ? 'lead' : 'leadPaid')}</p>`}
      ${!page.registrationOpen && person === null && html`<p><strong>${t('closed')}</strong></p>`}
      ${tariffs.length > 0 && hasYear && periodChoice(words)}
      ${
        tariffs.length > 0 &&
        html`<ul class="plans${tariffs.some(({ recommended }) => recommended) && ' advised'}">
          ${tariffs.map((tariff, place) => plan(tariff, tariffs[place - 1], page, words))}
        </ul>`
      }
      ${tariffs.length > 1 && comparison(tariffs, words)}`,
  });
}

/** What the product is and has, and how to begin, before what it costs. */
function about({ productName: product }: FrontFacts, page: TariffsPage, { t }: Words): Html {
  const { headline, sentence, registrationOpen, person, tariffs } = page;
  const general = registrationOpen && t('sentence');
  const text = sentence ?? general;
  const parts = new Map(
    tariffs.flatMap(({ features }) => leavesOf(features).map(({ id, name }) => [id, name])),
  );
  return html`<div class="about">
    <div>
      <h1>${headline ?? t('headline', { product })}</h1>
      ${text !== false && html`<p class="lead body">${text}</p>`}
      <p class="ways">
        ${person !== null && html`<a class="button" href="/auth">${t('toCabinet')}</a>`}
        ${
          person === null &&
          registrationOpen &&
          html`<a class="button" href="/registration">${t(startsFree(tariffs) ? 'start' : 'register')}</a>`
        }
        ${tariffs.length > 0 && html`<a href="#plans">${t('title')}</a>`}
      </p>
    </div>
    ${
      parts.size > 0 &&
      html`<section class="parts">
        <h2>${t('parts')}</h2>
        <ul class="gains">
          ${[...parts.values()].slice(0, mostParts).map((name) => html`<li>${name}</li>`)}
        </ul>
      </section>`
    }
  </div>`;
}

function wordsOf(locale: Locale, currency: string): Words {
  const tag = intlTags[locale];
  const amount = moneyFormat(tag, currency, { trailingZeroDisplay: 'stripIfInteger' });
  const money = (minorUnits: number) => amount(minorUnits / 100);
  return {
    t: (key, words) => translate(locale, `front.tariffs.${key}`, words),
    money,
    measure: (value, unit) => measureText(value, unit, { tag, money }),
    days: (count) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count),
  };
}

/** Works without scripts: the style shows the prices of the chosen period. */
function periodChoice({ t }: Words): Html {
  return html`<fieldset class="period">
    <legend>${t('period')}</legend>
    <label><input type="radio" name="period" id="by-month" checked />${t('month')}</label>
    <label><input type="radio" name="period" id="by-year" />${t('year')}</label>
  </fieldset>`;
}

function plan(
  tariff: PublicTariff,
  before: PublicTariff | undefined,
  { registrationOpen, tariffs, person }: TariffsPage,
  words: Words,
): Html {
  const { t, money } = words;
  const own = leavesOf(tariff.features);
  const had = before ? leavesOf(before.features) : [];
  // What the one before has too is said by its name.
  const isMore = had.length > 0 && had.every(({ id }) => tariff.features.some((one) => one.id === id));
  const more = isMore ? own.filter(({ id }) => !had.some((one) => one.id === id)) : own;
  const monthly = Math.round(tariff.price_year / 1200) * 100;
  const { id, name, subtitle, description, recommended, trial_days: days } = tariff;
  return html`<li class="plan${recommended && ' recommended'}">
    ${recommended && html`<p class="badge">${t('recommended')}</p>`}
    <h3>${name}</h3>
    ${subtitle !== '' && html`<p class="muted">${subtitle}</p>`}
    <p class="price by-month">${price(tariff.price_month, 'perMonth', words)}</p>
    <p class="price by-year${!isPaid(tariff) && ' same'}">${price(tariff.price_year, 'perYear', words)}</p>
    ${tariff.price_year > 0 && html`<p class="muted by-year">${t('monthly', { amount: money(monthly) })}</p>`}
    ${tariff.year_saving > 0 && html`<p class="saving">${t('saving', { amount: words.money(tariff.year_saving) })}</p>`}
    ${isTried(tariff) && html`<p class="free">${t('days', { count: days })}</p>`}
    ${description !== '' && html`<p>${description}</p>`}
    <ul>
      ${metricsOf(tariffs).map(([metric, name]) => {
        const limit = tariff.limits.find((one) => one.metric === metric);
        return html`<li>
          ${limit ? t('upTo', { name, limit: amountOf(limit, words) }) : t('noLimit', { name })}
        </li>`;
      })}
    </ul>
    ${isMore && before && html`<p>${t(more.length > 0 ? 'allOfAnd' : 'allOf', { name: before.name })}</p>`}
    ${
      more.length > 0 &&
      html`<ul class="gains">
        ${more.map((feature) => html`<li>${feature.name}</li>`)}
      </ul>`
    }
    ${
      (registrationOpen || person !== null) &&
      html`<div class="choose">
        ${
          person === null
            ? (['month', 'year'] as const).map(
                (period) =>
                  html`<a class="button by-${period}" href="/registration?tariff=${id}&amp;period=${period}"
                    >${t('choose', { name })}</a
                  >`,
              )
            : html`<a class="button" href="/account/plan">${t('choose', { name })}</a>`
        }
      </div>`
    }
  </li>`;
}

/** Each limit that one of them has. */
function metricsOf(tariffs: readonly PublicTariff[]): [metric: string, name: string][] {
  return [...new Map(tariffs.flatMap(({ limits }) => limits.map(({ metric, name }) => [metric, name])))];
}

function isPaid({ price_month, price_year }: PublicTariff): boolean {
  return price_month > 0 || price_year > 0;
}

/** Whether one of them costs nothing at first. */
function startsFree(tariffs: readonly PublicTariff[]): boolean {
  return tariffs.some((one) => isTried(one) || !isPaid(one));
}

/** Whether it is free at first; one that costs nothing is free for ever. */
function isTried(tariff: PublicTariff): boolean {
  return tariff.trial_days > 0 && isPaid(tariff);
}

function price(amount: number, per: 'perMonth' | 'perYear', { t, money }: Words): Html {
  return amount === 0 ? html`${t('free')}` : html`${money(amount)} <small>${t(per)}</small>`;
}

function amountOf({ unit, limit }: PublicTariff['limits'][number], { measure }: Words): string {
  return measure(limit, unit);
}

/** So many stand next to each other on a phone, each row below its name; more are pushed sideways. */
const mostOnPhone = 5;

/**
 * Every limit and feature that one of them has, by tariff. The roles are named, because a table that is laid out
 * another way on a phone would lose them.
 */
function comparison(tariffs: readonly PublicTariff[], words: Words): Html {
  const { t, days } = words;
  const features = new Map(tariffs.flatMap((tariff) => tariff.features.map((one) => [one.id, one])));
  const row = (name: string, cell: (tariff: PublicTariff) => Html | string, depth = 0) =>
    html`<tr role="row">
      <th scope="row" role="rowheader" data-depth="${depth}">${name}</th>
      ${tariffs.map((one) => html`<td role="cell">${cell(one)}</td>`)}
    </tr>`;
  const depthOf = (id: string | null): number => {
    const parent = id === null ? undefined : features.get(id);
    return parent ? 1 + depthOf(parent.parent_id) : 0;
  };
  return html`<section class="compare${tariffs.length > mostOnPhone && ' many'}">
    <h2>${t('compare')}</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="${t('scroll')}">
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell"></td>
            ${tariffs.map(({ name }) => html`<th scope="col" role="columnheader">${name}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${row(t('month'), ({ price_month }) => words.money(price_month))}
          ${row(t('year'), ({ price_year }) => words.money(price_year))}
          ${row(t('trial'), (tariff) => (isTried(tariff) ? days(tariff.trial_days) : none(words)))}
          ${metricsOf(tariffs).map(([metric, name]) =>
            row(name, ({ limits }) => {
              const limit = limits.find((one) => one.metric === metric);
              // The word is too long for a column of a phone.
              return limit ? amountOf(limit, words) : sign('∞', t('unlimited'));
            }),
          )}
          ${inTreeOrder([...features.values()]).map((feature) =>
            row(feature.name, (tariff) => mark(tariff, feature.id, words), depthOf(feature.parent_id)),
          )}
        </tbody>
      </table>
    </div>
  </section>`;
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

/** For search engines: schema.org's Product with an Offer for each period. */
function productOf(facts: FrontFacts, { locale, currency }: TariffsPage, tariff: PublicTariff): object {
  const url = facts.publicUrl + inLanguage('/tariffs', locale, facts.defaultLocale);
  const offer = (price: number, unitCode: 'MON' | 'ANN') => ({
    '@type': 'Offer',
    price: (price / 100).toFixed(2),
    priceCurrency: currency,
    availability: 'https://schema.org/InStock',
    url,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: (price / 100).toFixed(2),
      priceCurrency: currency,
      unitCode,
    },
    ...(facts.seller !== '' && { seller: { '@type': 'Organization', name: facts.seller } }),
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `${facts.productName} ${tariff.name}`,
    description: tariff.description || tariff.subtitle || tariff.name,
    brand: { '@type': 'Brand', name: facts.productName },
    offers: [offer(tariff.price_month, 'MON'), offer(tariff.price_year, 'ANN')],
  };
}
