import { hearScanner } from './hear-scanner.ts';
import { replaceParts } from './replace-parts.ts';

/** The till's second script, as text (docs/decisions/0299). */
export const queueScript = `(${String(queueScans)})(${[hearScanner, replaceParts, showQueue].map(String).join(', ')})`;

/** What was pressed or scanned. Kept in the tab, so that no page that loads meanwhile loses it. */
interface Asked {
  act: string;
  search: string;
}

/**
 * Runs in the browser, and so uses nothing from outside. All but the sale itself is sent one after another, each with
 * the form as it is then; the answer's page takes the place of the parts that have changed.
 */
function queueScans(hear: typeof hearScanner, replace: typeof replaceParts, show: typeof showQueue): void {
  const till = document.querySelector<HTMLFormElement>('form.till');
  const search = till?.querySelector<HTMLInputElement>('#search');
  if (!till || !search) return;
  const isPhone = till.dataset.phone !== undefined;
  const waiting: Asked[] = JSON.parse(sessionStorage.getItem('scans') ?? '[]');
  const missing: string[] = [];
  let shown = search.defaultValue;
  let state: 'still' | 'sending' | 'failed' | 'selling' = 'still';
  let isToSell = false;
  let isWhole = true;

  const say = () => {
    const scans = waiting.filter((one) => one.act === 'search' && one.search !== '');
    sessionStorage.setItem('scans', JSON.stringify(scans));
    show({
      waiting: waiting.length,
      codes: scans.map((one) => one.search),
      missing,
      hasFailed: state === 'failed',
    });
  };
  const run = async () => {
    if (state === 'sending' || state === 'selling') return;
    state = 'sending';
    isWhole = true;
    for (let next = waiting[0]; next && state === 'sending'; next = waiting[0]) {
      say();
      if (await send(next)) waiting.shift();
      else if (state === 'sending') state = 'failed';
    }
    if (state === 'sending') state = 'still';
    say();
    const sell = till.querySelector<HTMLButtonElement>('button[value="sell"]');
    if (isToSell && isWhole && state === 'still' && sell) till.requestSubmit(sell);
    isToSell = false;
  };
  const ask = (act: string, wanted: string) => {
    waiting.push({ act, search: wanted });
    say();
    void run();
  };

  const send = async ({ act, search: wanted }: Asked): Promise<boolean> => {
    const sent = new FormData(till);
    const body = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]));
    body.set('do', act);
    body.set('search', wanted);
    const asking = { method: 'POST', body, signal: AbortSignal.timeout(10_000) };
    const answer = await fetch('/sale', asking).catch(() => undefined);
    const text = answer?.ok ? await answer.text().catch(() => '') : '';
    if (!answer || text === '') return false;
    const next = new DOMParser().parseFromString(text, 'text/html').querySelector<HTMLFormElement>('.till');
    if (!next) {
      // Sold in another window.
      state = 'selling';
      location.assign(answer.url);
      return false;
    }
    history.replaceState(null, '', answer.url);
    take(next, sent, { act, search: wanted });
    return true;
  };

  /** An answer; what is to be typed next gets the focus, unless something is being typed or waits. */
  const take = (next: HTMLFormElement, sent: FormData, { act, search: wanted }: Asked) => {
    const gone = till.querySelector<HTMLElement>('[data-none]')?.dataset.none;
    if (gone && act === 'search' && /\d/.test(gone)) missing.push(gone);
    if (next.querySelector('[data-none]')) isWhole = false;
    replace(till, next, sent);
    const isTyping = search.value !== '' && search.value !== shown;
    shown = next.querySelector<HTMLInputElement>('#search')?.defaultValue ?? '';
    const { activeElement: focused } = document;
    const isElsewhere = focused instanceof HTMLInputElement && focused !== search;
    if (isTyping || isElsewhere || waiting.length > 1) return;
    search.value = shown;
    if (focused === search) search.select();
    const [kind, id] = act.split(':', 2);
    const isChosen = kind === 'add' || (kind === 'search' && wanted !== '' && shown === '');
    const weight = isChosen ? '.lines li:first-child:not([data-decimals="0"]) input' : '#d_' + id;
    const field = till.querySelector<HTMLInputElement>(`.basket [aria-invalid], ${weight}`);
    if (!isPhone) field?.focus();
  };

  till.addEventListener('submit', (event) => {
    const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'search';
    if (act === 'sell' && waiting.length === 0) {
      state = 'selling';
      return;
    }
    event.preventDefault();
    if (act === 'sell') isToSell = true;
    else if (act !== 'search') ask(act, shown);
    else {
      // Enter in another field takes what is typed there.
      const { activeElement: field } = document;
      const isOther = field instanceof HTMLInputElement && field !== search;
      ask('search', isOther ? '' : search.value.trim());
      if (!isOther) search.value = '';
      if (!isPhone) search.focus();
      else if (field instanceof HTMLElement) field.blur();
    }
  });
  // Into the search it comes by itself; another field has again what it had.
  hear(({ code, enter, before }) => {
    const { target } = enter;
    if (!(target instanceof HTMLInputElement) || target === search) return;
    enter.preventDefault();
    target.value = before;
    target.dispatchEvent(new Event('input', { bubbles: true }));
    if (!isPhone) search.focus();
    ask('search', code);
  });
  // What is typed while no field is in focus is looked for.
  addEventListener('keydown', ({ target, key, ctrlKey, metaKey, altKey }) => {
    const isField = target instanceof Element && target.matches('input:not([type="radio"]), select');
    if (key.length === 1 && key !== ' ' && !isField && !ctrlKey && !metaKey && !altKey) search.focus();
  });
  till.addEventListener('focusin', ({ target }) => target instanceof HTMLInputElement && target.select());
  document.getElementById('queue')?.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.value === 'known') missing.length = 0;
    if (target.value === 'drop') waiting.length = 0;
    if (target.value === 'known') say();
    else void run();
  });
  addEventListener('online', () => void run());
  if (document.activeElement === search) search.select();
  void run();
}

/** What waits, what could not be sent, and the codes that no item has. Runs in the browser, too. */
function showQueue(queue: { waiting: number; codes: string[]; missing: string[]; hasFailed: boolean }): void {
  const { waiting, codes, missing, hasFailed } = queue;
  const show = (name: string, text: string) => {
    const place = document.querySelector<HTMLElement>(`#queue [data-${name}]`);
    const words = place?.querySelector('span');
    if (!place || !words) return;
    place.hidden = text === '';
    words.textContent = (words.dataset.text ?? '').replace('#', text);
  };
  show('failed', hasFailed ? codes.join(', ') || String(waiting) : '');
  show('missing', missing.join(', '));
  const count = document.getElementById('waiting');
  if (count) count.textContent = waiting > 1 ? String(waiting) : '';
}
