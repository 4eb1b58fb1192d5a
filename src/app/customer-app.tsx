import { createRoot, hydrateRoot } from 'react-dom/client';
import type { WebConfig } from '#contract/company/web-config.ts';
import { CustomerPages, preloadFirst } from './customer-pages.tsx';
import { customerNamespaces } from './customer-screens.ts';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { ssrLocale } from '#web/providers/texts.ts';

/** Shows the customers' pages (DESIGN section 9), or hydrates a server-rendered one. */
export async function mount(root: HTMLElement, config: WebConfig): Promise<void> {
  const isRendered = ssrLocale() !== undefined;
  await initI18n({ config, namespaces: customerNamespaces });
  const first = preloadFirst(location.pathname);
  // A failed load is repeated, and reported, where it is shown. Text typed so far must stay.
  await (isRendered ? first : first.catch(() => undefined));
  const lost = new EventTarget();
  const client = createCustomerClient(config, () => lost.dispatchEvent(new Event('lost')));
  const app = <CustomerPages services={{ config, client }} lost={lost} />;
  if (!isRendered) return createRoot(root).render(app);
  hydrateRoot(root, app);
}
