import type { Locale } from '#contract/variants.ts';
import { html, type Markup } from '../html.ts';
import { brand, document } from './document.ts';

interface Message {
  locale: Locale;
  productName: string;
  title: string;
  text: string;
  more?: string;
  action?: { label: string; href: string };
  /** Repeats the request. */
  retry?: { label: string; action: string; fields?: Record<string, string> };
}

/** A page with one message and one way to go on. */
export function messagePage({ locale, productName, title, text, more, action, retry }: Message): Markup {
  return document({
    locale,
    title,
    productName,
    body: html`<main class="message">
      <p class="brand">${brand(productName)}</p>
      <h1>${title}</h1>
      <p>${text}</p>
      ${more && html`<p>${more}</p>`}
      ${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}
      ${
        retry &&
        html`<form method="get" action="${retry.action}">
          ${Object.entries(retry.fields ?? {}).map(
            ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
          )}
          <button class="button">${retry.label}</button>
        </form>`
      }
    </main>`,
  });
}
