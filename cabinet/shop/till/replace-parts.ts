/**
 * Puts the parts of an answer's page in the place of those that have changed. What was typed since it was asked for
 * stays, and so does the focus. Runs in the browser, and so uses nothing from outside.
 */
export function replaceParts(till: HTMLFormElement, next: HTMLFormElement, sent: FormData): void {
  const typed = [...new FormData(till)].filter(([name, value]) => sent.get(name) !== value);
  const focused = document.activeElement;
  const input = focused instanceof HTMLInputElement && focused.type !== 'radio' ? focused : undefined;
  const range = input && ([input.selectionStart, input.selectionEnd] as const);
  const topOf = () => till.querySelector<HTMLInputElement>('.lines input')?.id;
  const top = topOf();
  const scrolled = till.querySelector('.lines')?.scrollTop ?? 0;

  document.getElementById('fault')?.remove();
  for (const part of till.querySelectorAll<HTMLElement>('[data-part]')) {
    const other = next.querySelector(`[data-part="${part.dataset.part}"]`);
    if (other && !part.isEqualNode(other)) part.replaceWith(document.adoptNode(other));
  }
  for (const [name, value] of typed) {
    const field = till.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else if (field && 'value' in field) field.value = String(value);
  }
  till.dispatchEvent(new Event('input'));

  if (top === topOf()) till.querySelector('.lines')?.scrollTo({ top: scrolled });
  if (!focused || focused.isConnected) return;
  const { name = '', value = '' } = focused as Partial<HTMLInputElement>;
  const sameName = `[name="${CSS.escape(name)}"]`;
  const same = till.querySelector<HTMLInputElement>(
    input ? sameName : `${sameName}[value="${CSS.escape(value)}"]`,
  );
  if (!same && till.dataset.phone === undefined) till.querySelector<HTMLInputElement>('#search')?.focus();
  same?.focus({ preventScroll: true });
  if (range) same?.setSelectionRange(...range);
}
