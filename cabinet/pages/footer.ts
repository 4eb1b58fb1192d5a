import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { html, type Markup } from '../html.ts';
import type { Translate } from '../texts.ts';

interface FooterFacts {
  t: Translate;
  publicUrl: string;
  seller?: string | undefined;
  support?: Entitlements['support'] | undefined;
  /** The operator's own words. */
  own?: string | undefined;
}

/** Who sells, how to reach support, the prices, terms and privacy: the same as below the platform's pages. */
export function footer({ t, publicUrl, seller = '', support, own }: FooterFacts): Markup {
  return html`<footer class="site-foot">
    ${seller !== '' && html`<p>${t('footer.seller', { name: seller })}</p>`}
    ${support && (support.email !== null || support.phone !== null) && html`<p>${t('footer.support')} ${contacts(support)}</p>`}
    <ul>
      <li><a href="${publicUrl}/tariffs">${t('footer.tariffs')}</a></li>
      <li><a href="${publicUrl}/terms">${t('footer.terms')}</a></li>
      <li><a href="${publicUrl}/privacy">${t('footer.privacy')}</a></li>
    </ul>
    ${own && html`<p class="own">${own}</p>`}
  </footer>`;
}

/** Email and phone as links. */
function contacts({ email, phone }: Entitlements['support']): Markup {
  return html`${email !== null && html`<a href="mailto:${email}">${email}</a>`}${email !== null && phone !== null && ', '}${
    phone !== null && html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`
  }`;
}
