import { hearScanner } from './hear-scanner.ts';
import { listenToTill } from './listen-to-till.ts';
import { replaceParts } from './replace-parts.ts';

/** The till's second script, as text (docs/decisions/0299). */
export const queueScript = `(${String(queueScans)})(${[listenToTill, hearScanner, askServer, replaceParts, focusNext, showQueue].map(String).join(', ')})`;

/** What was pressed or scanned. Kept in the tab, so that no page that loads meanwhile loses it. */
interface Asked {
  act: string;
  search: string;
}

/**
 * Runs in the browser, and so uses nothing from outside. All but the sale itself is sent one after another, each with
 * the form as it is then; the answer's page takes the place of the parts that have changed.
 */
function queueScans(
  listen: typeof listenToTill,
  hear: typeof hearScanner,
  server: typeof askServer,
  replace: typeof replaceParts,
  focus: typeof focusNext,
  show: typeof showQueue,
): void {
  const till = document.querySelector<HTMLFormElement>('form.till');
  const search = till?.querySelector<HTMLInputElement>('#search');
  if (!till || !search) return;
  const waiting: Asked[] = JSON.parse(sessionStorage.getItem('scans') ?? '[]');
  const missing: string[] = [];
  let shown = search.defaultValue;
  let state: 'still' | 'sending' | 'failed' | 'selling' = 'still';
  let isToSell = false;
  let isWhole = true;

  const say = () => show(waiting, missing, state === 'failed');
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
  const send = async (asked: Asked): Promise<boolean> => {
    const sent = new FormData(till);
    const answer = await server(sent, asked);
    if (!answer) return false;
    const { next } = answer;
    if (!next) {
      // Sold in another window.
      state = 'selling';
      location.assign(answer.url);
      return false;
    }
    history.replaceState(null, '', answer.url);
    const gone = till.querySelector<HTMLElement>('[data-none]')?.dataset.none;
    if (gone && asked.act === 'search' && /\d/.test(gone)) missing.push(gone);
    if (next.querySelector('[data-none]')) isWhole = false;
    replace(till, next, sent);
    const isTyping = search.value !== '' && search.value !== shown;
    shown = next.querySelector<HTMLInputElement>('#search')?.defaultValue ?? '';
    if (!isTyping && waiting.length === 1) focus(till, search, { ...asked, shown });
    return true;
  };

  listen(till, search, {
    hear,
    ask: (act, wanted = shown) => {
      waiting.push({ act, search: wanted });
      say();
      void run();
    },
    /** Whether it can be sold at once; else it is when all is sent. */
    sell: () => {
      if (waiting.length === 0) state = 'selling';
      else isToSell = true;
      void run();
      return state === 'selling';
    },
    again: () => void run(),
    forget: (what) => {
      (what === 'known' ? missing : waiting).length = 0;
      state = state === 'failed' ? 'still' : state;
      say();
    },
  });
  void run();
}

/** The page that the server answers with; `next` is null where it is no till. Runs in the browser, too. */
async function askServer(
  sent: FormData,
  { act, search }: Asked,
): Promise<{ next: HTMLFormElement | null; url: string } | undefined> {
  const body = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]));
  body.set('do', act);
  body.set('search', search);
  const asking = { method: 'POST', body, signal: AbortSignal.timeout(10_000) };
  const answer = await fetch('/sale', asking).catch(() => undefined);
  const text = answer?.ok ? await answer.text().catch(() => '') : '';
  if (!answer || text === '') return undefined;
  const page = new DOMParser().parseFromString(text, 'text/html');
  return { next: page.querySelector<HTMLFormElement>('.till'), url: answer.url };
}

/** What is to be typed next gets the focus, unless another field has it. Runs in the browser, too. */
function focusNext(
  till: HTMLFormElement,
  search: HTMLInputElement,
  { act, search: wanted, shown }: Asked & { shown: string },
): void {
  const { activeElement: focused } = document;
  if (focused instanceof HTMLInputElement && focused !== search) return;
  search.value = shown;
  if (focused === search) search.select();
  const [kind, id] = act.split(':', 2);
  const isChosen = kind === 'add' || (kind === 'search' && wanted !== '' && shown === '');
  const weight = isChosen ? '.lines li:first-child:not([data-decimals="0"]) input' : `#d_${id}`;
  const field = till.querySelector<HTMLInputElement>(`.basket [aria-invalid], ${weight}`);
  if (till.dataset.phone === undefined) field?.focus();
}

/** Keeps the codes, and says what waits, what could not be sent and what no item has. Runs in the browser, too. */
function showQueue(waiting: readonly Asked[], missing: readonly string[], hasFailed: boolean): void {
  const scans = waiting.filter(({ act, search }) => act === 'search' && search !== '');
  sessionStorage.setItem('scans', JSON.stringify(scans));
  const show = (name: string, text: string) => {
    const place = document.querySelector<HTMLElement>(`#queue [data-${name}]`);
    const words = place?.querySelector('span');
    if (!place || !words) return;
    place.hidden = text === '';
    words.textContent = (words.dataset.text ?? '').replace('#', text);
  };
  const codes = scans.map(({ search }) => search).join(', ');
  show('failed', hasFailed ? codes || String(waiting.length) : '');
  show('missing', missing.join(', '));
  const count = document.getElementById('waiting');
  if (count) count.textContent = waiting.length > 1 ? String(waiting.length) : '';
}
