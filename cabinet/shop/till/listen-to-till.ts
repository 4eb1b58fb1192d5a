import type { hearScanner } from './hear-scanner.ts';

/** What becomes of what is pressed and scanned (queue-scans.ts). */
interface Queue {
  hear: typeof hearScanner;
  /** Without a search that of the page. */
  ask(act: string, search?: string): void;
  /** Whether the browser is to send the form. */
  sell(): boolean;
  again(): void;
  forget(what: 'known' | 'drop'): void;
}

/** Takes the submits, the scans and the keys of the till. Runs in the browser, and so uses nothing from outside. */
export function listenToTill(till: HTMLFormElement, search: HTMLInputElement, queue: Queue): void {
  const isPhone = till.dataset.phone !== undefined;

  till.addEventListener('submit', (event) => {
    const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'search';
    if (act === 'sell' && queue.sell()) return;
    event.preventDefault();
    if (act === 'sell') return;
    if (act !== 'search') return queue.ask(act);
    // Enter in another field takes what is typed there.
    const { activeElement: field } = document;
    const isOther = field instanceof HTMLInputElement && field !== search;
    queue.ask('search', isOther ? '' : search.value.trim());
    if (!isOther) search.value = '';
    if (!isPhone) search.focus();
    else if (field instanceof HTMLElement) field.blur();
  });
  // Into the search it comes by itself; another field has again what it had.
  queue.hear(({ code, enter, before }) => {
    const { target } = enter;
    if (!(target instanceof HTMLInputElement) || target === search) return;
    enter.preventDefault();
    target.value = before;
    target.dispatchEvent(new Event('input', { bubbles: true }));
    if (!isPhone) search.focus();
    queue.ask('search', code);
  });
  // What is typed while no field is in focus is looked for.
  addEventListener('keydown', ({ target, key, ctrlKey, metaKey, altKey }) => {
    const isField = target instanceof Element && target.matches('input:not([type="radio"]), select');
    if (key.length === 1 && key !== ' ' && !isField && !ctrlKey && !metaKey && !altKey) search.focus();
  });
  till.addEventListener('focusin', ({ target }) => target instanceof HTMLInputElement && target.select());
  document.getElementById('queue')?.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.value === 'known' || target.value === 'drop') queue.forget(target.value);
    else queue.again();
  });
  addEventListener('online', () => queue.again());
  if (document.activeElement === search) search.select();
}
