import { carryOver } from '#web/ui/customer/carry-over.ts';
import { storage } from '#web/providers/local-storage.ts';
import { currentLocale, setLocale } from '#web/providers/i18n.ts';

/**
 * A page that the server wrote (`#root[data-written]`) can be read, filled in and pressed before its scripts have come.
 * What is typed stays by itself; a button that is pressed, or a language or country that is chosen, is marked here and
 * takes effect when the page comes alive. In the page as it is, so it names nothing outside of itself.
 */
export function holdClicks(): void {
  const held = (event: Event, control: string) =>
    event.target instanceof Element
      ? event.target.closest<HTMLElement>(`#root[data-written] ${control}`)
      : null;
  document.addEventListener(
    'click',
    (event) => {
      const button = held(event, 'button');
      if (!button) return;
      event.preventDefault();
      button.dataset['held'] = button.dataset['busy'] = '';
    },
    true,
  );
  document.addEventListener('change', (event) => {
    const select = held(event, 'select');
    if (select instanceof HTMLSelectElement) select.dataset['held'] = select.value;
  });
}

/** Does what was held, when everything on the page answers. */
export function comeAlive(): void {
  const root = document.getElementById('root');
  if (root?.dataset['written'] === undefined) return;
  delete root.dataset['written'];
  carryOver(root);
  // The form fetches its rules when something in it has the focus.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  for (const control of root.querySelectorAll<HTMLElement>('[data-held]')) {
    const { held = '' } = control.dataset;
    delete control.dataset['held'];
    delete control.dataset['busy'];
    if (control instanceof HTMLSelectElement) {
      control.value = held;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    } else control.click();
  }
  const remembered = storage.get('locale');
  // The server knows it by a cookie, which an older visit didn't leave.
  if (remembered !== null && remembered !== currentLocale()) setLocale(remembered).catch(() => undefined);
}
