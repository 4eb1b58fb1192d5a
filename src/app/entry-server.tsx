import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import { CustomerFrame, CustomerPages, isSameForAll, preloadFirst } from './customer-pages.tsx';
import { customerNamespaces } from './customer-screens.ts';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { i18nOptions } from '#web/providers/i18n.ts';
import { textsOf } from '#web/providers/texts.ts';

/** The server's entry to the customers' pages: built by `vite.config.ts`, loaded by `server/pages/web-app.ts`. */
const texts = locales.map(async (locale) => [locale, await textsOf(locale, customerNamespaces)] as const);
await i18next.use(initReactI18next).init({
  ...i18nOptions(customerNamespaces),
  resources: Object.fromEntries(await Promise.all(texts)),
});

/**
 * Renders a customer's page: the whole page, which the scripts then hydrate, or only its frame, which they replace,
 * where only the browser knows what to show. `heading`: the page's name as HTML; the frame has none.
 */
export async function writePage({
  address,
  locale,
  config,
  person,
}: {
  address: URL;
  locale: Locale;
  config: WebConfig;
  /** Who is signed in. */
  person: string | null;
}): Promise<{ html: string; isWhole: boolean; heading: string }> {
  const isWhole = isSameForAll(address.pathname);
  if (isWhole) await preloadFirst(address.pathname);
  const services = { config, person, client: createCustomerClient(config, () => undefined) };
  // No waiting from here on, because all requests share one language setting.
  void i18next.changeLanguage(locale);
  const Written = isWhole ? CustomerPages : CustomerFrame;
  const html = renderToString(<Written services={services} address={address} />);
  const [, heading = ''] = /<h1[^>]*>([^<]*)</.exec(html) ?? [];
  return { html, isWhole, heading };
}
