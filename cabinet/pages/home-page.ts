import { daysLeft } from '../days-left.ts';
import { day, money, number } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { textIn } from '../texts.ts';
import { cabinetLayout, type CabinetView, howToPay } from './cabinet-layout.ts';

/** The customer's tariff, its end, and the balance. */
export function homePage(view: CabinetView): Markup {
  const { t, entitlements, locale } = view;
  const { client, balance, currency } = entitlements;
  const greeting = t('greeting', { name: client.name });
  return cabinetLayout(view, {
    title: t('nav.home'),
    main: html`<h1>${greeting}</h1>
      ${
        // A view-only cabinet says so, and how to pay, on every page.
        entitlements.status === 'grace' &&
        view.readOnly !== 'expired' &&
        html`<p class="notice warning">${t('graceNotice')} ${howToPay(view)}</p>`
      }
      <div class="cards">
        ${subscription(view)}
        <section class="card" aria-labelledby="balance">
          <h2 id="balance">${t('balance')}</h2>
          <p class="figure">${money(balance, { currency, locale })}</p>
        </section>
        <section class="card" aria-labelledby="client">
          <h2 id="client">${t('client.title')}</h2>
          <p class="figure small">${client.name}</p>
          <p class="muted">${t(`client.type.${client.type}`)}</p>
          <p class="muted">
            ${t(`client.ident.${client.type}`)}: <span class="digits">${client.ident}</span>
          </p>
        </section>
      </div>
      <section aria-labelledby="tariff">
        <h2 id="tariff">${t('tariff.title')}</h2>
        ${features(view)}
      </section>`,
  });
}

function subscription(view: CabinetView): Markup {
  const { t, entitlements } = view;
  const known = ['trial', 'active', 'grace'].includes(entitlements.status);
  return html`<section class="card wide" aria-labelledby="subscription">
    <h2 id="subscription">${t('subscription.title')}</h2>
    <p class="figure">${translated(entitlements.tariff.name, view)}</p>
    ${known && html`<p class="status ${entitlements.status}">${t(`subscription.${entitlements.status}`)}</p>`}
    ${ending(view)} ${limitsOf(view)}
  </section>`;
}

function ending({ t, locale, entitlements, now }: CabinetView): Markup {
  if (!entitlements.ends_at) return html`<p>${t('subscription.endless')}</p>`;
  const timeZone = entitlements.time_zone;
  const end = new Date(entitlements.ends_at);
  const date = day(end, { locale, timeZone });
  if (end <= now) return html`<p>${t('subscription.ended', { date })}</p>`;
  const days = daysLeft(end, now, timeZone);
  return html`<p class="days">
      ${days === 0 ? t('subscription.today') : t('subscription.daysLeft', { count: days })}
    </p>
    <p class="muted">${t('subscription.until', { date })}</p>`;
}

function features(view: CabinetView): Markup {
  const { t, entitlements } = view;
  if (entitlements.features.length === 0) return html`<p class="muted">${t('tariff.empty')}</p>`;
  return html`<ul class="features">
    ${entitlements.features.map((key) => html`<li>${translated(entitlements.feature_names[key] ?? {}, view, key)}</li>`)}
  </ul>`;
}

function limitsOf({ t, locale, entitlements: { limits, currency } }: CabinetView): Markup {
  const turnover =
    limits.monthly_turnover === null
      ? t('tariff.unlimited')
      : money(limits.monthly_turnover, { currency, locale });
  const goods =
    limits.goods_quantity === null ? t('tariff.unlimited') : number(limits.goods_quantity, locale);
  return html`<dl class="limits">
    <div>
      <dt>${t('tariff.turnover')}</dt>
      <dd>${turnover}</dd>
    </div>
    <div>
      <dt>${t('tariff.goods')}</dt>
      <dd>${goods}</dd>
    </div>
  </dl>`;
}

/** A text in the reader's language. A text in another language is marked with it, so that readers see the fallback. */
function translated(
  names: Record<string, string>,
  { locale, defaultLocale }: CabinetView,
  otherwise = '',
): Markup {
  const found = textIn(names, { reader: locale, fallback: defaultLocale });
  if (!found) return html`${otherwise}`;
  if (found.locale === locale) return html`${found.text}`;
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(found.locale);
  return html`<span lang="${found.locale}">${found.text}</span> <small class="tag">${language}</small>`;
}
