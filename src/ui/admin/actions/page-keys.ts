/**
 * The keys of the open page: each presses the button, follows the link or goes to the field that names it in
 * `aria-keyshortcuts`. So a screen reader says them, and a key can never do more than its button.
 */
export interface PageKey {
  key: string;
  name: string;
  press: () => void;
}

/** What can be done by a key now: what is disabled, or belongs to a window that covers the page, can't. */
export function pageKeys(within = 'main'): PageKey[] {
  return [...document.querySelectorAll<HTMLElement>(`:is(${within}) [aria-keyshortcuts]`)]
    .filter((element) => !element.matches(':disabled'))
    .map((element) => ({
      key: element.getAttribute('aria-keyshortcuts') ?? '',
      name: (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/[←→]/g, '').trim(),
      press: () => press(element),
    }));
}

/** The part of a page that is about its one row. */
export const ofOneRow = 'article, .back-line';

function press(element: HTMLElement): void {
  if (!(element instanceof HTMLInputElement)) return element.click();
  element.focus();
  element.select();
}
