import { createRoot, hydrateRoot } from 'react-dom/client';
import type { WebConfig } from '#contract/company/web-config.ts';
import { CustomerPages, preloadFirst } from './customer-pages.tsx';
import { customerNamespaces } from './customer-screens.ts';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { ssrLocale } from '#web/providers/texts.ts';

/** Shows the customer half (DESIGN section 9), or hydrates the server-rendered page. */
export async function mount(root: HTMLElement, config: WebConfig): Promise<void> {
  const isRendered = ssrLocale() !== undefined;
  await initI18n({ config, namespaces: customerNamespaces });
  const first = preloadFirst(location.pathname);
  // What can't be had now is asked for again, and told of, where it is shown; but what was typed already stays.
  await (isRendered ? first : first.catch(() => undefined));
  const lost = new EventTarget();
  const client = createCustomerClient(config, () => lost.dispatchEvent(new Event('lost')));
  const app = <CustomerPages services={{ config, client }} lost={lost} />;
  if (!isRendered) return createRoot(root).render(app);
  hydrateRoot(root, app);
}
