import type { hearScanner } from './hear-scanner.ts';

/** What becomes of what is pressed and scanned (queue-scans.ts). */
interface Queue {
  hear: typeof hearScanner;
  /** Without a search that of the page. A receipt that is shown in the place of the till gives way. */
  ask(act: string, search?: string): void;
  /** Whether the browser is to send the form. */
  sell(): boolean;
  again(): void;
  isOnline(): void;
  /** Has the server keep the form as it is. */
  keep(): void;
  forget(what: 'known' | 'drop'): void;
}

interface Listening {
  listenToKeys: typeof listenToKeys;
  leadThroughPayment: typeof leadThroughPayment;
  takeScan: typeof takeScan;
}

/** Takes the submits, the scans and the keys of the till. Runs in the browser, and so uses nothing from outside. */
export function listenToTill(
  till: HTMLFormElement,
  search: HTMLInputElement,
  queue: Queue,
  tools: Listening,
): void {
  const isPhone = till.dataset.phone !== undefined;
  let asked = -Infinity;

  till.addEventListener('submit', (event) => {
    const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'search';
    if (act === 'sell' && queue.sell()) return;
    event.preventDefault();
    if (act === 'sell') return;
    if (act !== 'search') return queue.ask(act);
    const { activeElement: field } = document;
    if (tools.leadThroughPayment(till, field)) return;
    // Enter in another field takes what is typed there.
    const isOther = field instanceof HTMLInputElement && field !== search;
    // In an empty search it leads to the payment; a scanner may send two.
    const chosen = till.querySelector<HTMLElement>('[name="pay"]:checked');
    const isQuick = performance.now() - asked < 500;
    if (!isOther && !isPhone && chosen && search.value.trim() === '') {
      if (!isQuick) chosen.focus();
      return;
    }
    asked = performance.now();
    queue.ask('search', isOther ? '' : search.value.trim());
    if (!isOther) search.value = '';
    if (!isPhone) search.focus();
    else if (field instanceof HTMLElement) field.blur();
  });
  queue.hear((scan) => {
    asked = performance.now();
    tools.takeScan(scan, till, search, queue);
  });
  tools.listenToKeys(till, search, queue);
  till.addEventListener('focusin', ({ target: field }) => {
    if (!(field instanceof HTMLInputElement)) return;
    // What was weighed before stays.
    if (field.value.endsWith('+')) field.setSelectionRange(field.value.length, field.value.length);
    else field.select();
  });
  // A discount or a quantity stays with the sale, also when nothing is added after it.
  till.addEventListener('change', ({ target }) => {
    if (target instanceof Element && target.closest('.basket')) queue.keep();
  });
  document.getElementById('queue')?.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.value === 'known' || target.value === 'drop') queue.forget(target.value);
    else queue.again();
  });
  // On the receipt.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href="/sale"]') : null;
    if (!link || till.isConnected || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    queue.ask('search', '');
  });
  addEventListener('online', () => queue.isOnline());
  if (document.activeElement === search) search.select();
}

/** A code, wherever it was typed. Runs in the browser, too. */
export function takeScan(
  { code, enter, before }: { code: string; enter: KeyboardEvent; before: string },
  till: HTMLFormElement,
  search: HTMLInputElement,
  { ask }: Pick<Queue, 'ask'>,
): void {
  const { target } = enter;
  const isField = target instanceof HTMLInputElement;
  // On the receipt it begins the next sale; in a field there it is none.
  if (till.isConnected ? !isField : isField) return;
  if (target === search) {
    // Its beginning may have been typed by hand, or come before a pause: the field has the whole. No code on goods is longer than 14.
    const whole = search.value.trim();
    const isWhole = /^[\w-]{1,14}$/.test(whole) && whole.endsWith(code);
    // The search has it alone, or behind a number and a star. Otherwise it came behind a search, or the page changed meanwhile.
    const isAlone = before.trim() === '' && whole === code;
    const isTimes = /\d\s*[*×]$/.test(before.trim());
    if (isWhole || isAlone || isTimes || !/\d/.test(code)) return;
    search.value = '';
  } else if (isField) {
    target.value = before;
    target.dispatchEvent(new Event('input', { bubbles: true }));
    if (till.dataset.phone === undefined) search.focus();
  }
  enter.preventDefault();
  ask('search', code);
}

/** Enter in a part of the payment leads to the next one, and from the last to “Sell”. Runs in the browser, too. */
export function leadThroughPayment(till: HTMLFormElement, field: Element | null): boolean {
  const go = (selector: string) => till.querySelector<HTMLElement>(selector)?.focus();
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.name === 'pay' && field.value === 'mixed') go('#cash');
  else if (field.id === 'cash' || (field.name === 'pay' && field.value === 'cash')) go('#given');
  else if (field.name === 'pay') go('button[value="sell"]');
  else if (field.id !== 'given') return false;
  // Only once it is enough.
  else if (till.querySelector('.total[hidden] [data-lacks]')) go('button[value="sell"]');
  return true;
}

/** Runs in the browser, too. */
export function listenToKeys(
  till: HTMLFormElement,
  search: HTMLInputElement,
  { sell: sellWhenTaken }: Pick<Queue, 'sell'>,
): void {
  const sell = () => till.querySelector<HTMLButtonElement>('button[value="sell"]');
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
    // A key that is held down sells nothing twice, and begins nothing after it.
    if (key === 'Enter' && repeat) event.preventDefault();
    if (!till.isConnected || repeat) return;
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault();
      const button = sell();
      if (button) till.requestSubmit(button);
      // What was scanned first is on its way.
      else sellWhenTaken();
      return;
    }
    const ways = [...till.querySelectorAll<HTMLInputElement>('[name="pay"]')];
    const way = ways.find((one) => one.getAttribute('aria-keyshortcuts') === key);
    if (way) {
      event.preventDefault();
      way.click();
      const next = { cash: '#given', mixed: '#cash' }[way.value] ?? 'button[value="sell"]';
      return till.querySelector<HTMLElement>(next)?.focus();
    }
    const isField = target instanceof Element && target.matches('input:not([type="radio"]), select');
    // What is typed while no field is in focus is looked for.
    if (key.length === 1 && key !== ' ' && !isField && !ctrlKey && !metaKey && !altKey) search.focus();
  });
  // From the search into what it found, and through it.
  till.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...till.querySelectorAll<HTMLButtonElement>('.offers button')];
    const at = buttons.findIndex((button) => button === event.target);
    if (step === undefined || (event.target !== search && at < 0)) return;
    event.preventDefault();
    const next = at + step;
    if (next === -1) search.focus();
    else buttons[next]?.focus();
  });
}
