import type { WebConfig } from '#contract/company/web-config.ts';
import { fetchAhead } from '#web/app/customer-screens.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { isPanelPath } from '#web/providers/site-path.ts';
import { watchTheme } from '#web/ui/shared/theme-choice.ts';
import 'virtual:theme.css';
import './ui/shared/base.css';

watchTheme();
void start();

/**
 * Starts the panel or the customers' pages, depending on the address. Going from one to the other is a full page
 * load.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const config = readConfig();
  try {
    const half = await importHalf(location.pathname, config);
    await half.mount(root, await config);
  } catch {
    showRetry(root);
  }
}

function importHalf(
  pathname: string,
  config: Promise<WebConfig>,
): Promise<{ mount(root: HTMLElement, config: WebConfig): Promise<void> }> {
  config.catch(() => undefined); // reported where it is awaited
  if (isPanelPath(pathname)) return withSchemas(() => import('./app/admin-app.tsx'));
  fetchAhead(pathname, config);
  return import('./app/customer-app.tsx');
}

/** The configuration that the server wrote into its page; fetched when the page comes from elsewhere. */
async function readConfig(): Promise<WebConfig> {
  const written = document.getElementById('config')?.textContent;
  if (written) return JSON.parse(written) as WebConfig; // in the form of contract/company/web-config.ts
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  return response.json();
}

/** Shown before a language is known: briefly in all five. */
function showRetry(root: HTMLElement): void {
  const button = document.createElement('button');
  button.textContent = 'Повторити · Retry · Повторить · Kartoti · Wiederholen';
  button.addEventListener('click', () => location.reload());
  // Text already typed into a server-rendered page stays readable.
  const isRendered = root.dataset['ssr'] !== undefined;
  const page = document.createElement(isRendered ? 'div' : 'main');
  page.className = 'start-failed';
  page.append(button);
  if (isRendered) return root.prepend(page);
  root.replaceChildren(page);
  addEventListener('online', () => location.reload(), { once: true });
}
