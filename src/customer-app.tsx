import { createRoot, hydrateRoot } from 'react-dom/client';
import type { WebConfig } from '#contract/web-config.ts';
import { CustomerPages, preloadFirst } from '#web/customer-pages.tsx';
import { customerNamespaces } from '#web/customer-screens.ts';
import { createCustomerClient } from '#web/providers/customer-client.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { writtenLocale } from '#web/providers/texts.ts';
import { rememberForm } from '#web/ui/customer/carry-over.ts';

/** Shows the customer half (DESIGN section 9), or takes over the page that the server wrote. */
export async function mount(root: HTMLElement, config: WebConfig): Promise<void> {
  const isWritten = writtenLocale() !== undefined;
  await initI18n({ config, namespaces: customerNamespaces });
  const first = preloadFirst(location.pathname);
  // What can't be had now is asked for again, and told of, where it is shown; but what was typed already stays.
  await (isWritten ? first : first.catch(() => undefined));
  const lost = new EventTarget();
  const client = createCustomerClient(config, () => lost.dispatchEvent(new Event('lost')));
  const app = <CustomerPages services={{ config, client }} lost={lost} />;
  if (!isWritten) return createRoot(root).render(app);
  rememberForm();
  hydrateRoot(root, app);
}
