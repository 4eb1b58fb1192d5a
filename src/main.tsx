import type { WebConfig } from '#contract/web-config.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { watchTheme } from '#web/ui/theme-choice.ts';
import 'virtual:theme.css';
import './ui/base.css';

watchTheme();
void start();

/**
 * Picks the half that the address belongs to. Going from one to the other is a full page load.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  try {
    const [config, half] = await Promise.all([fetchConfig(), importHalf()]);
    await half.mount(root, config);
  } catch {
    showRetry(root);
  }
}

function importHalf(): Promise<{ mount(root: HTMLElement, config: WebConfig): Promise<void> }> {
  const isAdmin = /^\/(admin-panel|login|set-up)(\/|$)/.test(location.pathname);
  return isAdmin ? withSchemas(() => import('./admin-app.tsx')) : import('./customer-app.tsx');
}

async function fetchConfig(): Promise<WebConfig> {
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  return response.json();
}

/** Before a language is known: said in all five, briefly. */
function showRetry(root: HTMLElement): void {
  const button = document.createElement('button');
  button.textContent = 'Повторити · Retry · Повторить · Kartoti · Wiederholen';
  button.addEventListener('click', () => location.reload());
  const page = document.createElement('main');
  page.className = 'start-failed';
  page.append(button);
  root.replaceChildren(page);
  addEventListener('online', () => location.reload(), { once: true });
}
