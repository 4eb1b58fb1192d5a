import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { localeLetters, locales, type Locale } from '#contract/kernel/variants.ts';
import { html, type Markup } from '../html.ts';
import { languageNames, translator } from '../texts.ts';
import { brand, document } from './document.ts';
import { footer } from './footer.ts';

interface Message extends Partial<Pick<Entitlements, 'seller' | 'support' | 'branding'>> {
  locale: Locale;
  productName: string;
  /** The platform's, whose terms and contacts stand below. */
  publicUrl?: string;
  title: string;
  text: string;
  more?: string;
  action?: { label: string; href: string };
  /** Why the cabinet is closed, for a till that asks in the middle of a sale. */
  why?: string;
  /** For others than those who go on by the action. */
  otherwise?: string;
  /** For who has no session that keeps a language: it goes into the address. */
  choosesLanguage?: boolean;
  /** Repeats the request. */
  retry?: { label: string; action: string; fields?: Record<string, string> };
}

/** A page with one message and one way to go on. */
export function messagePage(message: Message): Markup {
  const {
    locale,
    productName,
    publicUrl,
    title,
    text,
    more,
    action,
    why,
    otherwise,
    retry,
    seller,
    support,
    branding,
    choosesLanguage = false,
  } = message;
  const t = translator(locale);
  return document({
    locale,
    title,
    productName,
    branding,
    body: html`<header class="site-top">
        <div class="site-bar">
          <p class="brand">${brand(productName, branding)}</p>
          ${choosesLanguage && html`<div class="site-end">${languageLinks(locale)}</div>`}
        </div>
      </header>
      <main class="message" ${why !== undefined && html`data-why="${why}"`}>
        <h1>${title}</h1>
        <p>${text}</p>
        ${more && html`<p>${more}</p>`}
        ${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}
        ${otherwise && html`<p class="muted">${otherwise}</p>`}
        ${
          retry &&
          html`<form method="get" action="${retry.action}">
            ${Object.entries(retry.fields ?? {}).map(
              ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
            )}
            <button class="button">${retry.label}</button>
          </form>`
        }
      </main>
      ${publicUrl !== undefined && footer({ t, publicUrl, seller, support })}`,
  });
}

/** The same page in each language, as the platform's public pages have it. */
function languageLinks(shown: Locale): Markup {
  const name = languageNames[shown];
  return html`<details class="site-menu languages" name="site-menu">
    <summary>
      <span class="hidden">${translator(shown)('language')}: ${name}</span>
      <span class="whole" aria-hidden="true">${name}</span>
      <span class="letters" aria-hidden="true">${localeLetters[shown]}</span>
    </summary>
    <div class="site-list">
      ${locales.map(
        (locale) =>
          html`<a
            href="?lang=${locale}"
            hreflang="${locale}"
            lang="${locale}"
            ${locale === shown && html`aria-current="true"`}
            >${languageNames[locale]}</a
          >`,
      )}
    </div>
  </details>`;
}
