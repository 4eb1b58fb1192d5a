import { Markup } from '../../html.ts';

/** Of the form of an item, as text. */
export const enterScript = `(${String(enterLeadsOn)})()`;

/** In one piece, because white space inside would change its hash. */
export const codeThenNext = new Markup(`<script>${enterScript}</script>`);

/** Runs in the browser. A scanner ends a code with Enter: it leads to the next field instead of sending half a form. */
function enterLeadsOn(): void {
  const code = document.querySelector<HTMLInputElement>('form #code');
  code?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const fields = [...(code.form?.elements ?? [])].filter(
      (one) => one instanceof HTMLInputElement && one.type !== 'hidden',
    );
    const next = fields[fields.indexOf(code) + 1];
    if (next instanceof HTMLInputElement) next.focus();
  });
}
