import type { PublicTariff } from '#contract/company/public-tariffs.ts';
import type { RegistrationStart } from '#contract/contact/registration.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { FrontPicture } from '#server/branding/read-branding.ts';
import { leavesOf } from '#contract/catalogue/tariff-contents.ts';
import type { FrontFacts } from './front-page.ts';
import { html, type Html } from './html.ts';
import { isPaid, isTried, type Words } from './tariff-words.ts';

export interface AboutProduct {
  locale: Locale;
  /** Who reads it, if somebody is signed in. */
  person: string | null;
  offer: Html;
  tariffs: readonly PublicTariff[];
  /** With which a registration begins that chooses none; undefined while nobody can register. */
  start: RegistrationStart | undefined;
  registrationOpen: boolean;
  /** The operator's words on the product; those that are undefined have general ones. */
  headline: string | undefined;
  sentence: string | undefined;
  picture: FrontPicture | null;
  questions: readonly { question: string; answer: string }[];
}

/** More are in the comparison. */
const mostParts = 8;

/** What the product is and has, what it costs at least, and how to begin. */
export function about({ productName: product }: FrontFacts, page: AboutProduct, words: Words): Html {
  const { headline, sentence, registrationOpen, person, tariffs, start, picture } = page;
  const { t } = words;
  const general = registrationOpen && t('sentence');
  const text = sentence ?? general;
  const cost = leastCost(tariffs, words);
  const begin =
    person === null
      ? start !== undefined && button('/registration', t(beginsFree(start) ? 'start' : 'register'))
      : button('/auth', t('toCabinet'));
  return html`<div class="about${picture && ' pictured'}">
    <div>
      <h1>${headline ?? t('headline', { product })}</h1>
      ${text !== false && html`<p class="lead body">${text}</p>`}
      ${begin !== false && html`<p class="ways">${begin}</p>`}
      ${
        tariffs.length + page.questions.length > 0 &&
        html`<p class="ways">
          ${tariffs.length > 0 && html`<a href="#plans">${t('title')}</a>`}
          ${page.questions.length > 0 && html`<a href="#questions">${t('questions')}</a>`}
        </p>`
      }
      ${person === null && cost !== '' && html`<p class="muted cost">${cost}</p>`}
    </div>
    ${picture && pictureOf(picture, page.locale)} ${partsOf(tariffs, words)}
  </div>`;
}

function beginsFree({ free_days, tariff }: RegistrationStart): boolean {
  return free_days > 0 || !isPaid(tariff);
}

function button(to: string, label: string): Html {
  return html`<a class="button" href="${to}">${label}</a>`;
}

/** With its size, so that nothing moves when it arrives. */
function pictureOf({ url, width, height, hasDark, alt }: FrontPicture, locale: Locale): Html {
  const look = html`class="picture${!hasDark && ' pale'}"`;
  const sides = html`width="${Math.round(width)}" height="${Math.round(height)}"`;
  return html`<img ${look} src="${url}" alt="${alt[locale] ?? ''}" ${sides} decoding="async" />`;
}

/** What the tariffs have, each part once. */
function partsOf(tariffs: readonly PublicTariff[], { t }: Words): Html | false {
  const parts = new Map(
    tariffs.flatMap(({ features }) => leavesOf(features).map((feature) => [feature.id, feature])),
  );
  return (
    parts.size > 0 &&
    html`<section class="parts">
      <h2>${t('parts')}</h2>
      <ul class="gains">
        ${[...parts.values()]
          .slice(0, mostParts)
          .map(
            ({ name, description }) =>
              html`<li>
                ${description === '' ? name : html`<strong>${name}</strong>`}
                ${description !== '' && html`<p>${description}</p>`}
              </li>`,
          )}
      </ul>
    </section>`
  );
}

/** The least that a month costs, and what costs nothing; empty where nothing is sold by the month. */
function leastCost(tariffs: readonly PublicTariff[], { t, money }: Words): string {
  const prices = tariffs.map(({ price_month }) => price_month).filter((price) => price > 0);
  if (prices.length === 0) return '';
  const amount = money(Math.min(...prices));
  if (tariffs.some((one) => !isPaid(one))) return t('freeAndFrom', { amount });
  const days = tariffs.filter(isTried).map(({ trial_days }) => trial_days);
  const free = days.length === tariffs.length ? [t('days', { count: Math.min(...days) })] : [];
  return [...free, t('from', { amount })].join(' · ');
}
