import { Markup } from '../../html.ts';
import { hearScanner } from './hear-scanner.ts';
import { loadOnBack, turnPage } from './turn-page.ts';

/** Of pages without a till, as text (docs/decisions/0299). */
export const beginScript = `(${String(beginSale)})(${[hearScanner, turnPage, loadOnBack].map(String).join(', ')})`;

/** In one piece, because white space inside would change its hash. */
export const beginOnScan = new Markup(`<script data-begin>${beginScript}</script>`);

/**
 * Runs in the browser, and so uses nothing from outside. What is scanned while no field is in focus begins a sale, or
 * goes on with the one that was begun: the till asks for the codes that the tab keeps (queue-scans.ts). It takes the
 * place of this page between two scans, so that none is cut in two.
 */
function beginSale(hear: typeof hearScanner, turn: typeof turnPage, load: typeof loadOnBack): void {
  let lastKey = -Infinity;
  let state: 'still' | 'asking' | 'over' = 'still';
  load();
  const begin = async () => {
    const answer = await fetch('/sale').catch(() => undefined);
    const text = answer?.ok ? await answer.text().catch(() => '') : '';
    const page = new DOMParser().parseFromString(text, 'text/html');
    // What is no till – no connection, an ended session – is shown as a page of its own.
    if (!answer || !page.querySelector('.till')) return location.assign('/sale');
    while (performance.now() - lastKey < 200) await new Promise((resolve) => setTimeout(resolve, 50));
    state = 'over';
    turn(page, answer.url);
  };
  addEventListener('keydown', () => (lastKey = performance.now()), true);
  hear(({ code, enter }) => {
    if (state === 'over' || enter.target instanceof HTMLInputElement) return;
    enter.preventDefault();
    const kept: unknown[] = JSON.parse(sessionStorage.getItem('scans') ?? '[]');
    sessionStorage.setItem('scans', JSON.stringify([...kept, { act: 'search', search: code }]));
    if (state === 'asking') return;
    state = 'asking';
    void begin();
  });
}
