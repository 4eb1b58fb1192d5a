let written: HTMLFormElement | null = null;
let focused: EventTarget | null = null;

/** Called before React takes over the page that the server wrote. */
export function rememberForm(): void {
  written = document.querySelector('#root[data-written] form');
  focused = document.activeElement;
  written?.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
}

/**
 * React makes a page anew where it is not as the server wrote it, as when an extension of the browser put something into
 * the form. What was typed is then in the form that was thrown away, and comes from there.
 */
export function carryOver(root: HTMLElement): void {
  const form = root.querySelector('form');
  const old = written;
  written = null;
  if (!old || old.isConnected || !form) return;
  for (const from of old.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input[name], select[name]',
  )) {
    const same = `[name="${from.name}"]${from.type === 'radio' ? `[value="${from.value}"]` : ''}`;
    const to = form.querySelector<HTMLInputElement | HTMLSelectElement>(same);
    if (to) carry(from, to);
    if (from === focused) to?.focus();
  }
  // What was pressed in the one is pressed in the other.
  for (const [index, button] of old.querySelectorAll('button').entries()) {
    const own = form.querySelectorAll('button')[index];
    if (own && button.dataset['held'] !== undefined) own.dataset['held'] = '';
  }
}

function carry(from: HTMLInputElement | HTMLSelectElement, to: HTMLInputElement | HTMLSelectElement): void {
  if (from instanceof HTMLInputElement && /radio|checkbox/.test(from.type)) {
    if (
      to instanceof HTMLInputElement &&
      to.checked !== from.checked &&
      (from.type === 'checkbox' || from.checked)
    )
      to.click();
    return;
  }
  if (to.value === from.value) return;
  // As the browser sets it: React takes what was set by a script for known.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value);
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
