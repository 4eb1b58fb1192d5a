import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { initialOf } from '#contract/accounts/person-cookie.ts';
import { localeLetters, locales, type Locale } from '#contract/kernel/variants.ts';
import type { Session } from '../sign-in/session-store.ts';
import { dayAndTime } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { languageNames, textIn, type Translate } from '../texts.ts';
import { closingNotice } from './closing-notice.ts';
import { brand, document } from './document.ts';
import { footer } from './footer.ts';
import { overdueNotice } from './payment-notice.ts';
import { isAtLeast, mayChangeTariff } from './role.ts';

/** The data for every page of a signed-in reader. */
export interface CabinetView {
  /** The address of the page, with its query. */
  here: string;
  /** A field in focus covers half of such a screen with its keyboard. */
  isPhone: boolean;
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
  /** Why nothing can be changed: a colleague who may only view, an expired subscription, a role that only reads. */
  readOnly: 'lookOnly' | 'expired' | 'bookkeeper' | undefined;
}

interface Content {
  title: string;
  main: Markup;
  /** A form or a paper: one column. */
  isNarrow?: boolean;
}

export function cabinetLayout(view: CabinetView, { title, main, isNarrow = false }: Content): Markup {
  const { t, locale, entitlements, asOf } = view;
  return document({
    locale,
    title,
    productName: entitlements.product_name,
    branding: entitlements.branding,
    body: html`<a class="skip" href="#main">${t('skip')}</a>
      ${banner(view)}
      <header class="site-top">
        <div class="site-bar">
          <a class="brand" href="/">${brandOf(view)}</a>
          ${navigation(view)}
          <div class="site-end">${languages(view)} ${personMenu(view)}</div>
        </div>
      </header>
      <main id="main" ${isNarrow && html`class="narrow"`}>
        ${
          asOf &&
          html`<p class="notice">
            ${t('asOf', { moment: dayAndTime(asOf, { locale, timeZone: entitlements.time_zone }) })}
          </p>`
        }
        ${overdueNotice(view)} ${closingNotice(view)} ${announcements(view)} ${main}
      </main>
      ${footer({
        t,
        publicUrl: view.publicUrl,
        seller: entitlements.seller,
        support: entitlements.support,
        own: entitlements.branding?.footer[locale],
      })}`,
  });
}

/** What the operator announces; a text of another language says which one it is. */
function announcements({ entitlements, locale, defaultLocale, t }: CabinetView): Markup | undefined {
  const shown = entitlements.announcements.flatMap(({ title, body }) => {
    const languages = { reader: locale, fallback: defaultLocale };
    const heading = textIn(title, languages);
    const words = textIn(body, languages);
    return heading ? [{ heading, words }] : [];
  });
  if (shown.length === 0) return undefined;
  return html`<section aria-label="${t('announcements')}">
    ${shown.map(
      ({ heading, words }) =>
        html`<div class="notice announcement" lang="${heading.locale}">
          <strong>${heading.text}</strong>
          ${words && html`<p>${words.text}</p>`}
        </div>`,
    )}
  </section>`;
}

/** The pictures are the platform's: while it is silent, there is the product's own mark. */
function brandOf({ asOf, entitlements }: CabinetView): Markup {
  const { product_name: name, branding, logo_url } = entitlements;
  return asOf ? brand(name) : brand(name, branding, branding?.mark_url ?? logo_url ?? undefined);
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

function navigation(view: CabinetView): Markup {
  const { t, here, readOnly, entitlements } = view;
  const path = here.split('?', 1)[0] ?? '';
  const item = (href: string, label: string, within: readonly string[] = []) =>
    html`<a href="${href}" ${(path === href || within.includes(path)) && html`aria-current="page"`}
      >${label}</a
    >`;
  // On a phone five pages have room; whoever sees the report has the drawer in the menu of the person.
  const drawer = item('/drawer', t('drawer.title'));
  return html`<nav class="site-pages" aria-label="${t('nav.label')}">
    ${item('/', t('nav.home'))}
    ${
      entitlements.features.includes('goods') &&
      html`${!readOnly && item('/sale', t('nav.sale'))} ${item('/sales', t('nav.sales'), ['/receipt'])}
      ${showsReport(view) ? html`<span class="wide">${drawer}</span>` : drawer}
      ${item('/goods', t('nav.goods'), ['/goods/new', '/goods/edit', '/goods/import'])}
      ${showsReport(view) && item('/report', t('nav.report'))}`
    }
  </nav>`;
}

/** Who may change the tariff learns here what another one has. */
function showsReport(view: CabinetView): boolean {
  const { features, upgrades } = view.entitlements;
  if (features.includes('reports')) return isAtLeast(view, 'billing');
  return mayChangeTariff(view) && upgrades.some(({ feature }) => feature === 'reports');
}

/** Opens without a script; the choice is kept in the session. */
function languages(view: CabinetView): Markup {
  return html`<details class="site-menu languages" name="site-menu">
    <summary>
      <span class="hidden">${view.t('language')}: ${languageNames[view.locale]}</span>
      <span class="whole" aria-hidden="true">${languageNames[view.locale]}</span>
      <span class="letters" aria-hidden="true">${localeLetters[view.locale]}</span>
    </summary>
    <form class="site-list" method="post" action="/language">
      ${formToken(view)}<input type="hidden" name="back" value="${view.here}" />
      ${locales.map(
        (locale) =>
          html`<button
            name="locale"
            value="${locale}"
            lang="${locale}"
            aria-pressed="${String(locale === view.locale)}"
          >
            ${languageNames[locale]}
          </button>`,
      )}
    </form>
  </details>`;
}

/** Who is signed in, with the way to the account and out. */
function personMenu(view: CabinetView): Markup {
  const { t, session, publicUrl } = view;
  const { name } = session;
  return html`<details class="site-menu person" name="site-menu">
    <summary>
      <span class="hidden">${t('nav.account')}: ${name}</span>
      <span class="face" aria-hidden="true">${initialOf(name)}</span>
      <bdi class="whole" aria-hidden="true">${name}</bdi>
    </summary>
    <div class="site-list">
      <p><bdi>${name}</bdi></p>
      ${
        // The platform's pages about the customer are not for colleagues.
        !session.acting_user && html`<a href="${publicUrl}/account">${t('nav.account')}</a>`
      }
      ${view.entitlements.features.includes('goods') && html`<a href="/drawer">${t('drawer.title')}</a>`}
      ${view.entitlements.features.includes('goods') && isAtLeast(view, 'admin') && html`<a href="/shop">${t('shop.title')}</a>`}
      <form method="post" action="/sign-out">${formToken(view)}<button>${t('signOut')}</button></form>
    </div>
  </details>`;
}

/** A text in the reader's language. A text in another language is marked with it, so that readers see the fallback. */
export function translated(
  names: Record<string, string>,
  { locale, defaultLocale }: Pick<CabinetView, 'locale' | 'defaultLocale'>,
  otherwise = '',
): Markup {
  const found = textIn(names, { reader: locale, fallback: defaultLocale });
  if (!found) return html`${otherwise}`;
  if (found.locale === locale) return html`${found.text}`;
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(found.locale);
  return html`<span lang="${found.locale}">${found.text}</span> <small class="tag">${language}</small>`;
}
