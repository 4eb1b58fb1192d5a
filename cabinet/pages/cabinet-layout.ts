import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { locales, type Locale } from '#contract/variants.ts';
import type { Session } from '../sign-in/session-store.ts';
import { dayAndTime } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { languageNames, type Translate } from '../texts.ts';
import { brand, document } from './document.ts';

/** The data for every page of a signed-in reader. */
export interface CabinetView {
  path: '/' | '/goods';
  session: Session;
  locale: Locale;
  t: Translate;
  defaultLocale: Locale;
  publicUrl: string;
  formToken: string;
  entitlements: Entitlements;
  /** Set when the platform does not answer: the time of these entitlements. */
  asOf: Date | undefined;
  now: Date;
  /** Why nothing can be changed: a colleague who may only view, or an expired subscription. */
  readOnly: 'lookOnly' | 'expired' | undefined;
}

export function cabinetLayout(view: CabinetView, { title, main }: { title: string; main: Markup }): Markup {
  const { t, locale, entitlements, asOf } = view;
  return document({
    locale,
    title,
    productName: entitlements.product_name,
    body: html`<a class="skip" href="#main">${t('skip')}</a>
      ${banner(view)}
      <header>
        <div class="bar">
          <a class="brand" href="/">${brand(entitlements.product_name)}</a>
          ${navigation(view)} ${languages(view)}
          <form method="post" action="/sign-out">
            ${formToken(view)}<button class="quiet">${t('signOut')}</button>
          </form>
        </div>
      </header>
      <main id="main">
        ${
          asOf &&
          html`<p class="notice">
            ${t('asOf', { moment: dayAndTime(asOf, { locale, timeZone: entitlements.time_zone }) })}
          </p>`
        }
        ${
          view.readOnly === 'expired' &&
          html`<p class="notice warning">${t('forbidden.expired')} ${howToPay(view)}</p>`
        }
        ${main}
      </main>`,
  });
}

/** A link to the wallet, except for colleagues, who have none there. */
export function howToPay({ t, session, publicUrl }: CabinetView): Markup | undefined {
  if (session.acting_user) return undefined;
  return html`<a href="${publicUrl}/account/wallet">${t('howToPay')}</a>`;
}

/** Proves to the server that its own page sent the form. */
export function formToken(view: CabinetView): Markup {
  return html`<input type="hidden" name="form_token" value="${view.formToken}" />`;
}

function banner({ t, session, publicUrl }: CabinetView): Markup | undefined {
  if (!session.acting_user) return undefined;
  return html`<div class="acting" role="region" aria-label="${t('acting.label')}">
    <p>
      <strong>${t('acting.who', { name: session.acting_user })}</strong>
      ${session.read_only && t('acting.lookOnly')}
    </p>
    <a href="${publicUrl}/admin-panel">${t('acting.back')}</a>
  </div>`;
}

function navigation({ t, path, session, publicUrl, entitlements }: CabinetView): Markup {
  const item = (href: CabinetView['path'], label: string) =>
    html`<a href="${href}" ${path === href && html`aria-current="page"`}>${label}</a>`;
  return html`<nav aria-label="${t('nav.label')}">
    ${item('/', t('nav.home'))} ${entitlements.features.includes('goods') && item('/goods', t('nav.goods'))}
    ${
      // The platform's pages about the customer are not for colleagues.
      !session.acting_user && html`<a href="${publicUrl}/account">${t('nav.account')}</a>`
    }
  </nav>`;
}

function languages(view: CabinetView): Markup {
  return html`<form class="languages" method="post" action="/language" aria-label="${view.t('language')}">
    ${formToken(view)}<input type="hidden" name="back" value="${view.path}" />
    ${locales.map(
      (locale) =>
        html`<button
          name="locale"
          value="${locale}"
          lang="${locale}"
          title="${languageNames[locale]}"
          aria-label="${locale}: ${languageNames[locale]}"
          aria-pressed="${String(locale === view.locale)}"
        >
          ${locale}
        </button>`,
    )}
  </form>`;
}
