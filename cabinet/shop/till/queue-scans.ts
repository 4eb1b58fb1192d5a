import { askServer, type Asked } from './ask-server.ts';
import { hearScanner } from './hear-scanner.ts';
import { listenToTill } from './listen-to-till.ts';
import { replaceParts } from './replace-parts.ts';
import { sendSale, type Unsold } from './send-sale.ts';

/** The till's second script, as text (docs/decisions/0299). */
export const queueScript = `(${String(queueScans)})(${[listenToTill, hearScanner, askServer, replaceParts, focusNext, showQueue, sendSale].map(String).join(', ')})`;

/**
 * Runs in the browser, and so uses nothing from outside. All is sent one after another, each with the form as it is
 * then; the answer's page takes the place of the parts that have changed. The sale itself is the last (0306).
 */
function queueScans(
  listen: typeof listenToTill,
  hear: typeof hearScanner,
  server: typeof askServer,
  replace: typeof replaceParts,
  focus: typeof focusNext,
  show: typeof showQueue,
  sale: typeof sendSale,
): void {
  const till = document.querySelector<HTMLFormElement>('form.till');
  const search = till?.querySelector<HTMLInputElement>('#search');
  if (!till || !search) return;
  const waiting: Asked[] = JSON.parse(sessionStorage.getItem('scans') ?? '[]');
  const missing: string[] = [];
  let shown = search.defaultValue;
  let state: 'still' | 'sending' | 'failed' | 'selling' | 'leaving' = 'still';
  let isToSell = false;
  let isWhole = true;
  let hasEnded = false;
  let unsold: Unsold | undefined;

  const say = () =>
    show({ waiting, missing, unsold, hasFailed: state === 'failed', isSelling: state === 'selling' });
  const run = async () => {
    if (state !== 'still' && state !== 'failed') return;
    state = 'sending';
    isWhole = true;
    for (let next = waiting[0]; next && state === 'sending'; next = waiting[0]) {
      say();
      if (await send(next)) waiting.shift();
      else if (state === 'sending') state = 'failed';
    }
    if (state === 'sending') state = 'still';
    if (isToSell) await sell();
    say();
  };
  const sell = async () => {
    isToSell = false;
    if (state === 'failed') unsold = hasEnded ? 'ended' : 'waiting';
    else unsold = isWhole ? undefined : 'missing';
    if (unsold || state !== 'still') return;
    state = 'selling';
    say();
    const outcome = await sale(till, server, replace);
    if (outcome === 'sold' || outcome === 'other') {
      state = 'leaving';
      // An answer that is no page of the till is shown as without scripts.
      if (outcome === 'other') till.requestSubmit(till.querySelector('button[value="sell"]'));
      return;
    }
    state = 'still';
    unsold = outcome === 'refused' ? undefined : outcome;
    if (waiting.length > 0) void run();
  };
  const send = async (asked: Asked): Promise<boolean> => {
    const sent = new FormData(till);
    const answer = await server(sent, asked);
    hasEnded = answer?.status === 401;
    if (answer?.status !== 200) return false;
    const { next } = answer;
    if (!next) {
      // Sold in another window, or before an answer was lost.
      state = 'leaving';
      location.assign(answer.url);
      return false;
    }
    history.replaceState(null, '', answer.url);
    unsold = undefined;
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
    /** Whether the browser is to send the form; else it is sent when all that waits is. */
    sell: () => {
      if (state === 'leaving') return true;
      isToSell = state !== 'selling';
      void run();
      return false;
    },
    again: () => void run(),
    forget: (what) => {
      (what === 'known' ? missing : waiting).length = 0;
      state = state === 'failed' ? 'still' : state;
      unsold = undefined;
      say();
    },
  });
  void run();
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

/** What is said of a queue. */
interface Said {
  waiting: readonly Asked[];
  missing: readonly string[];
  unsold: Unsold | undefined;
  hasFailed: boolean;
  isSelling: boolean;
}

/** Keeps the codes, and says what waits, what could not be sent and what no item has. Runs in the browser, too. */
function showQueue({ waiting, missing, unsold, hasFailed, isSelling }: Said): void {
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
  const place = document.getElementById('unsold');
  const [words, signIn] = place?.querySelectorAll<HTMLElement>('span, a') ?? [];
  if (place) place.hidden = unsold === undefined;
  if (words) words.textContent = (unsold && place?.dataset[unsold]) ?? '';
  if (signIn) signIn.hidden = unsold !== 'ended';
  document.querySelector('button[value="sell"]')?.setAttribute('aria-busy', String(isSelling));
}
