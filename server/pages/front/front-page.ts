import { initialOf } from '#contract/accounts/person-cookie.ts';
import { type Locale, localeLetters, locales } from '#contract/kernel/variants.ts';
import { dialledNumber } from '#contract/contact/dialled-number.ts';
import type { Brand } from '#server/branding/read-branding.ts';
import { translate } from '#server/kernel/messages.ts';
import type { Seller } from '#server/offer/seller.ts';
import { frontStyle } from './front-style.ts';
import { html, Html } from './html.ts';

/** What every public page says of the installation. */
export interface FrontFacts {
  productName: string;
  brand: Brand;
  /** Without a slash at the end. */
  publicUrl: string;
  defaultLocale: Locale;
  seller: Seller;
}

interface FrontPage {
  /** Below the public address, such as `/tariffs`. */
  path: string;
  locale: Locale;
  title: string;
  description: string;
  /** Further elements of the head. */
  head?: Html;
  main: Html;
  /** A page of text is narrower. */
  isText?: boolean;
  /** Who reads it, if somebody is signed in. */
  person: string | null;
  /** Of another language; empty if none is. */
  offer: Html;
}

/**
 * A public page, in the frame of all customers' pages, written whole and without any script: search engines and slow phones get the same (GROWTH section
 * 17, "A front").
 */
export function writeFrontPage(facts: FrontFacts, page: FrontPage): string {
  const { productName, brand } = facts;
  const { locale, path } = page;
  const t = (key: string, words = {}) => translate(locale, `front.${key}`, words);
  const address = (language: Locale) => facts.publicUrl + inLanguage(path, language, facts.defaultLocale);
  const title = `${page.title} · ${productName}`;
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${page.description}" />
        <link rel="canonical" href="${address(locale)}" />
        ${locales.map((language) => html`<link rel="alternate" hreflang="${language}" href="${address(language)}" />`)}
        <link rel="alternate" hreflang="x-default" href="${address(facts.defaultLocale)}" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:url" content="${address(locale)}" />
        <meta property="og:site_name" content="${productName}" />
        <meta property="og:locale" content="${locale}" />
        <link rel="icon" href="${brand.markUrl}" />
        ${new Html(`<style>${frontStyle(brand.palettes).css}</style>`)} ${page.head}
      </head>
      <body>
        <a class="skip" href="#content">${t('skip')}</a>
        ${page.offer}
        <header class="site-top">
          <div class="site-bar">
            <a class="brand" href="/">${brandName(facts)}</a>
            <div class="site-end">${languageMenu(page)} ${personMenu(page)}</div>
          </div>
        </header>
        <main id="content" ${page.isText === true && html` class="text"`}>${page.main}</main>
        ${footer(facts, page)}
      </body>
    </html> `.text;
}

/** The same page in each language. */
function languageMenu({ locale, path }: FrontPage): Html {
  const name = translate(locale, `languages.${locale}`);
  return html`<details class="site-menu languages" name="site-menu">
    <summary>
      <span class="unseen">${translate(locale, 'front.language', { name })}</span>
      <span class="whole" aria-hidden="true">${name}</span>
      <span class="letters" aria-hidden="true">${localeLetters[locale]}</span>
    </summary>
    <div class="site-list">
      ${locales.map(
        (language) =>
          html`<a
            href="${path}?lang=${language}"
            hreflang="${language}"
            lang="${language}"
            ${language === locale && html` aria-current="true"`}
            >${translate(language, `languages.${language}`)}</a
          >`,
      )}
    </div>
  </details>`;
}

/** The way to the account and out of it; for a stranger the way in. */
function personMenu({ locale, person }: FrontPage): Html {
  const t = (key: string) => translate(locale, `front.${key}`);
  if (person === null) return html`<a class="site-link" href="/client/login">${t('signIn')}</a>`;
  return html`<details class="site-menu person" name="site-menu">
    <summary>
      <span class="unseen">${t('account')}: ${person}</span>
      <span class="face" aria-hidden="true">${initialOf(person)}</span>
      <bdi class="whole" aria-hidden="true">${person}</bdi>
    </summary>
    <div class="site-list">
      <p><bdi>${person}</bdi></p>
      <a href="/account">${t('account')}</a>
      <a href="/client/login?sign-out" referrerpolicy="same-origin">${t('signOut')}</a>
    </div>
  </details>`;
}

/** The operator's logo, which has the name in it; else the mark and the name. */
function brandName({ brand: { logo, markUrl }, productName }: FrontFacts): Html {
  if (!logo) return html`<img src="${markUrl}" alt="" width="32" height="32" /> <span>${productName}</span>`;
  const width = Math.round(32 * logo.ratio);
  return html`<img class="logo" src="${logo.url}" alt="${productName}" width="${width}" height="32" />`;
}

/** Who sells, how to reach support, terms and privacy; on paper, where no link leads on, the page's own address. */
function footer(facts: FrontFacts, page: FrontPage): Html {
  const { name: seller, email, phone } = facts.seller;
  const t = (key: string, words = {}) => translate(page.locale, `front.${key}`, words);
  const own = facts.brand.footer[page.locale];
  return html`<footer class="site-foot">
    ${seller !== '' && html`<p>${t('seller', { name: seller })}</p>`}
    ${
      (email !== null || phone !== null) &&
      html`<p>
        ${t('support')}
        ${email !== null && html`<a href="mailto:${email}">${email}</a>`}${
          email !== null && phone !== null && ', '
        }${phone !== null && phoneLink(phone)}
      </p>`
    }
    <ul>
      ${[
        ['/tariffs', 'tariffsLink'],
        ['/terms', 'terms'],
        ['/privacy', 'privacy'],
      ].map(([to = '', key = '']) => html`<li><a href="${to}">${t(key)}</a></li>`)}
    </ul>
    ${own !== undefined && html`<p class="own">${own}</p>`}
    <p class="printed">${facts.publicUrl + inLanguage(page.path, page.locale, facts.defaultLocale)}</p>
  </footer>`;
}

/** A number to touch, never broken over two lines. */
function phoneLink(written: string): Html {
  const number = dialledNumber(written);
  return number === null
    ? html`<span>${written}</span>`
    : html`<a class="phone" href="tel:${number}">${written}</a>`;
}

/** The address of a page in a language; the default one needs no parameter. */
export function inLanguage(path: string, language: Locale, defaultLocale: Locale): string {
  return language === defaultLocale ? path : `${path}?lang=${language}`;
}
