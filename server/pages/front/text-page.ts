import type { Offer } from '#contract/contact/registration.ts';
import type { OfferKind } from '#contract/entities/offer.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { sellerLine } from '#server/offer/seller.ts';
import { type FrontFacts, writeFrontPage } from './front-page.ts';
import { html, type Html } from './html.ts';

/** `/terms` and `/privacy`: a text of the operator's as a page that can be printed. */
export function writeTextPage(
  facts: FrontFacts,
  {
    path,
    locale,
    text,
    timeZone,
    ...reader
  }: {
    path: `/${OfferKind}`;
    locale: Locale;
    person: string | null;
    offer: Html;
    text: Offer & { since: Date };
    timeZone: string;
  },
): string {
  const { title, body, version } = text;
  const [start = ''] = body.split('\n\n', 1);
  const day = new Intl.DateTimeFormat(intlTags[locale], { dateStyle: 'long', timeZone }).format(text.since);
  // A text that doesn't name the seller has a line that does.
  const { name } = facts.seller;
  const seller = name === '' || body.includes(name) ? '' : sellerLine(facts.seller, locale);
  return writeFrontPage(facts, {
    path,
    locale,
    ...reader,
    title,
    description: start.slice(0, 300),
    isText: true,
    main: html`<article lang="${text.locale}">
      <h1>${title}</h1>
      <p class="muted" lang="${locale}">${translate(locale, 'front.version', { version, day })}</p>
      ${seller !== '' && html`<p lang="${locale}">${translate(locale, 'front.seller', { name: seller })}</p>`}
      <div class="body">${body.split(/\n{2,}/).map(part)}</div>
    </article>`,
  });
}

/** A point (`1. Service. After …`) has its title as a heading, so that one finds it. */
function part(text: string): Html {
  const [, title = '', rest = ''] = /^(\d{1,2}\.\s[^.\n]{2,60})(?:\.\s+|\n|\.?$)([\s\S]*)$/.exec(text) ?? [];
  if (title === '') return html`<p>${text}</p>`;
  return html`<h2>${title}</h2>
    ${rest !== '' && html`<p>${rest}</p>`}`;
}
