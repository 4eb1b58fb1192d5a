import type { replaceParts } from './replace-parts.ts';
import type { askServer } from './ask-server.ts';

/** Why nothing is known to be sold: also scans that were not sent yet, or that no item has. */
export const unsoldReasons = ['offline', 'unknown', 'ended', 'closed', 'waiting', 'missing'] as const;
export type Unsold = (typeof unsoldReasons)[number];

/**
 * Sends the sale from the page, so that everything typed stays when the server doesn't answer. It may be sent again: the
 * sale has its own id, and is made once (docs/decisions/0295). Gives the page of the receipt; a refusal is put into
 * the till. `other` is an answer that is neither. Runs in the browser, and so uses nothing from outside.
 */
export async function sendSale(
  till: HTMLFormElement,
  server: typeof askServer,
  replace: typeof replaceParts,
): Promise<Unsold | 'refused' | 'other' | { why: string } | { page: Document; url: string }> {
  if (!navigator.onLine) return 'offline';
  const sent = new FormData(till);
  const answer = await server(sent, { act: 'sell', search: String(sent.get('search') ?? '') });
  if (!answer) return 'unknown';
  const { page, next, status, url } = answer;
  if (status === 401) return 'ended';
  const { why } = page.querySelector<HTMLElement>('[data-why]')?.dataset ?? {};
  if (why !== undefined) return { why };
  if (!next && status !== 200) return 'other';
  if (!next) return { page, url };
  const { address } = next.dataset;
  const fault = next.previousElementSibling;
  replace(till, next, sent);
  if (address) history.replaceState(null, '', address);
  if (fault?.id === 'fault') till.before(document.adoptNode(fault));
  const field = till.querySelector<HTMLElement>('.basket [aria-invalid]');
  if (field) field.focus();
  else document.getElementById('fault')?.scrollIntoView({ block: 'center' });
  return 'refused';
}
