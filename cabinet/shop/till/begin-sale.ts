import { Markup } from '../../html.ts';
import { hearScanner } from './hear-scanner.ts';

/** Of pages without a till, as text (docs/decisions/0299). */
export const beginScript = `(${String(beginSale)})(${String(hearScanner)})`;

/** In one piece, because white space inside would change its hash. */
export const beginOnScan = new Markup(`<script>${beginScript}</script>`);

/**
 * Runs in the browser, and so uses nothing from outside. What is scanned while no field is in focus begins a sale, or
 * goes on with the one that was begun: the till asks for the codes that the tab keeps (queue-scans.ts).
 */
function beginSale(hear: typeof hearScanner): void {
  hear(({ code, enter }) => {
    if (enter.target instanceof HTMLInputElement) return;
    enter.preventDefault();
    const kept: unknown[] = JSON.parse(sessionStorage.getItem('scans') ?? '[]');
    sessionStorage.setItem('scans', JSON.stringify([...kept, { act: 'search', search: code }]));
    location.assign('/sale');
  });
}
