import { storage } from '#web/ui/shared/local-storage.ts';
import { currentLocale, setLocale } from '#web/providers/i18n.ts';

/** Replays held clicks (`app/hold-early-clicks.ts`) when the whole page responds. */
export function replayEarlyClicks(): void {
  const root = document.getElementById('root');
  if (root?.dataset['ssr'] === undefined) return;
  delete root.dataset['ssr'];
  // The form loads its rules when something in it gets the focus.
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
  // The server reads the language from a cookie, which an older visit did not set.
  if (remembered !== null && remembered !== currentLocale()) setLocale(remembered).catch(() => undefined);
}
