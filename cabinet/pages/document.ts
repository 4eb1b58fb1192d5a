import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { html, Markup } from '../html.ts';
import { brandStyles, styles } from './styles.ts';

const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#0f766e'/><path d='M7 11.5 16 6l9 5.5v3H7zM9 17h3.5v8H9zM14.25 17h3.5v8h-3.5zM19.5 17H23v8h-3.5z' fill='#fff'/></svg>";

// In one piece, because white space inside would change its hash.
const styleSheet = new Markup(`<style>${styles}</style>`);

type Branding = Entitlements['branding'];

/** A whole page; the style sheets are inside, allowed by their hashes. */
export function document(content: {
  locale: Locale;
  title: string;
  productName: string;
  branding?: Branding | undefined;
  body: Markup;
}): Markup {
  const { branding } = content;
  const own = branding?.accent ? brandStyles(branding) : undefined;
  const { text } = html`<!doctype html>
    <html lang="${content.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${content.title} · ${content.productName}</title>
        <link rel="icon" href="${branding?.mark_url ?? `data:image/svg+xml,${encodeURIComponent(icon)}`}" />
        ${styleSheet}${own && new Markup(`<style>${own}</style>`)}
      </head>
      <body>
        ${content.body}
      </body>
    </html>`;
  return new Markup(text, own);
}

/** The operator's logo, or the product's name with the operator's mark; the product's own mark where there is none. */
export function brand(productName: string, branding?: Branding, mark = branding?.mark_url): Markup {
  if (branding?.logo_url) {
    const width = Math.round(32 * (branding.logo_ratio ?? 1));
    return html`<img
      class="logo"
      src="${branding.logo_url}"
      alt="${productName}"
      width="${width}"
      height="32"
    />`;
  }
  const image = mark
    ? html`<img class="mark" src="${mark}" alt="" width="32" height="32" />`
    : html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M7 11.5 16 6l9 5.5v3H7zM9 17h3.5v8H9zM14.25 17h3.5v8h-3.5zM19.5 17H23v8h-3.5z" />
      </svg>`;
  return html`${image}<span>${productName}</span>`;
}
