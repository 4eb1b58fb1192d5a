import { html, Markup } from '../html.ts';
import type { Translate } from '../texts.ts';

/** Its hash is in the content policy (docs/decisions/0249). In a block, because it may run again in one page (0309). */
export const printScript =
  "{const button=document.getElementById('print');button.hidden=false;button.addEventListener('click',()=>print())}";

// In one piece, because white space inside would change its hash.
const script = new Markup(`<script>${printScript}</script>`);

/** Prints the page; there is none where scripts don't run. */
export function printButton(t: Translate): Markup {
  return html`<button type="button" class="quiet" id="print" hidden>${t('receipt.printNow')}</button
    >${script}`;
}
