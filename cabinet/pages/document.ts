import type { Locale } from '#contract/variants.ts';
import { html, Markup } from '../html.ts';
import { styles } from './styles.ts';

const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#0f766e'/><path d='M7 11.5 16 6l9 5.5v3H7zM9 17h3.5v8H9zM14.25 17h3.5v8h-3.5zM19.5 17H23v8h-3.5z' fill='#fff'/></svg>";

// In one piece, because white space inside would change its hash.
const styleSheet = new Markup(`<style>${styles}</style>`);

/** A whole page without scripts; the style sheet is inside, allowed by its hash. */
export function document(content: {
  locale: Locale;
  title: string;
  productName: string;
  body: Markup;
}): Markup {
  return html`<!doctype html>
    <html lang="${content.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${content.title} · ${content.productName}</title>
        <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}" />
        ${styleSheet}
      </head>
      <body>
        ${content.body}
      </body>
    </html>`;
}

/** The product's name with its logo: the operator's, by its address, or else the mark. */
export function brand(productName: string, logo?: string): Markup {
  const image = logo
    ? html`<img class="mark" src="${logo}" alt="" width="32" height="32" />`
    : html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M7 11.5 16 6l9 5.5v3H7zM9 17h3.5v8H9zM14.25 17h3.5v8h-3.5zM19.5 17H23v8h-3.5z" />
      </svg>`;
  return html`${image}<span>${productName}</span>`;
}
