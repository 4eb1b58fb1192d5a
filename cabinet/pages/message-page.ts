import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/variants.ts';
import { html, type Markup } from '../html.ts';
import { translator } from '../texts.ts';
import { brand, document } from './document.ts';
import { contacts, footer } from './footer.ts';

interface Message extends Partial<Pick<Entitlements, 'seller' | 'support' | 'branding'>> {
  locale: Locale;
  productName: string;
  /** The platform's, whose terms and contacts stand below. */
  publicUrl?: string;
  title: string;
  text: string;
  more?: string;
  action?: { label: string; href: string };
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
    retry,
    seller = '',
    support,
    branding,
  } = message;
  const t = translator(locale);
  return document({
    locale,
    title,
    productName,
    branding,
    body: html`<main class="message">
        <p class="brand">${brand(productName, branding)}</p>
        <h1>${title}</h1>
        <p>${text}</p>
        ${more && html`<p>${more}</p>`}
        ${support && (support.email !== null || support.phone !== null) && html`<p>${t('footer.support')} ${contacts(support)}</p>`}
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
        ${seller !== '' && html`<p class="muted">${t('footer.seller', { name: seller })}</p>`}
      </main>
      ${publicUrl !== undefined && footer({ t, publicUrl })}`,
  });
}
