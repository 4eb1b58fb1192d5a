import type { PublicTariff } from '#contract/company/public-tariffs.ts';
import { contentsOf, limitedMetrics } from '#contract/catalogue/tariff-contents.ts';
import { about, type AboutProduct } from './about.ts';
import { comparison } from './comparison.ts';
import { type FrontFacts, inLanguage, writeFrontPage } from './front-page.ts';
import { dataElement, html, type Html } from './html.ts';
import { amountOf, isPaid, isTried, startsFree, type Words, wordsOf } from './tariff-words.ts';

interface TariffsPage extends AboutProduct {
  currency: string;
}

/** `/tariffs`: what there is and what it costs, with a button for each to the registration (GROWTH section 17). */
export function writeTariffsPage(facts: FrontFacts, page: TariffsPage): string {
  const { locale, currency, tariffs, person, offer } = page;
  const words = wordsOf(locale, currency);
  const { t } = words;
  const names = tariffs.map(({ name, subtitle }) => (subtitle === '' ? name : `${name}: ${subtitle}`));
  const hasYear = tariffs.some(({ price_year }) => price_year > 0);
  const isFree = startsFree(tariffs);
  return writeFrontPage(facts, {
    path: '/tariffs',
    locale,
    person,
    offer,
    title: t('title'),
    description: page.sentence ?? t('meta', { product: facts.productName, names: names.join('. ') }),
    head: html`${tariffs.map((tariff) => dataElement(productOf(facts, page, tariff)))}${
      page.questions.length > 0 && dataElement(answersOf(page.questions))
    }`,
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
      ${tariffs.length > 1 && comparison(tariffs, words)}
      ${page.questions.length > 0 && answers(page.questions, words)}`,
  });
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
  // What the one before has too is said by its name.
  const { isMore, features: more } = contentsOf(tariff, before);
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
      ${limitedMetrics(tariffs).map(([metric, name]) => {
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

function price(amount: number, per: 'perMonth' | 'perYear', { t, money }: Words): Html {
  return amount === 0 ? html`${t('free')}` : html`${money(amount)} <small>${t(per)}</small>`;
}

/** The first is open: it is asked most. */
function answers(questions: TariffsPage['questions'], { t }: Words): Html {
  return html`<section class="questions">
    <h2 id="questions">${t('questions')}</h2>
    ${questions.map(
      ({ question, answer }, place) =>
        html`<details ${place === 0 && html` open`}>
          <summary>${question}</summary>
          <p class="body">${answer}</p>
        </details>`,
    )}
  </section>`;
}

/** For search engines: schema.org's FAQPage. */
function answersOf(questions: TariffsPage['questions']): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
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
    ...(facts.seller.name !== '' && { seller: { '@type': 'Organization', name: facts.seller.name } }),
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
