/**
 * The keys of the open page: each presses the button, follows the link or goes to the field that names it in
 * `aria-keyshortcuts`. So a screen reader says them, and a key can never do more than its button.
 */
export interface PageKey {
  key: string;
  name: string;
  press: () => void;
}

/** What can be done by a key now: what is disabled can't. */
export function pageKeys(within = 'main'): PageKey[] {
  return (
    [...document.querySelectorAll<HTMLElement>(`${within} [aria-keyshortcuts]`)]
      // antd repeats the attributes of a field around it.
      .filter((element) => !element.matches(':disabled') && !element.querySelector('[aria-keyshortcuts]'))
      .map((element) => ({
        key: element.getAttribute('aria-keyshortcuts') ?? '',
        name: nameOf(element),
        press: () => press(element),
      }))
  );
}

/** The keys of a page about one row: what can be done with it, then the ways to others. */
export function rowKeys(): PageKey[] {
  return [...pageKeys('article'), ...pageKeys('.back-line')];
}

/** `data-key-name` says more than a link does where it stands. */
function nameOf(element: HTMLElement): string {
  const name = element.dataset['keyName'] ?? element.getAttribute('aria-label') ?? element.textContent;
  return name.replaceAll(/[←→]/g, '').trim();
}

function press(element: HTMLElement): void {
  if (!(element instanceof HTMLInputElement)) return element.click();
  element.focus();
  element.select();
  // A choice opens by the mouse alone; nobody goes to it to look at its name.
  if (element.getAttribute('role') === 'combobox') {
    element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  }
}
