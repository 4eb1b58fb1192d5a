import { askServer, type Asked } from './ask-server.ts';
import { hearScanner } from './hear-scanner.ts';
import { lookWhileTyping } from './look-while-typing.ts';
import { loadOnBack, turnPage } from './turn-page.ts';
import { leadThroughPayment, listenToKeys, listenToTill, takeScan } from './listen-to-till.ts';
import { replaceParts } from './replace-parts.ts';
import { sendSale, type Unsold } from './send-sale.ts';

/** The till's second script, as text (docs/decisions/0299). */
export const queueScript = `(${String(queueScans)})({ ${[listenToTill, takeScan, leadThroughPayment, listenToKeys, hearScanner, lookWhileTyping, askServer, replaceParts, turnPage, loadOnBack, showReceipt, comeBack, workOn, takePage, focusNext, showQueue, sendSale].map((tool) => `${tool.name}: ${String(tool)}`).join(', ')} })`;

interface Queue {
  waiting: Asked[];
  /** The codes that no item has. */
  missing: string[];
  /** What the page looks for. */
  shown: string;
  state: 'still' | 'sending' | 'failed' | 'selling' | 'leaving';
  isToSell: boolean;
  /** Whether something was typed that the server doesn't have yet. */
  isToKeep: boolean;
  /** How often the form was sent to change the sale or to make it. */
  sent: number;
  /** Whether all that was sent last was found. */
  isWhole: boolean;
  hasEnded: boolean;
  /** Why the cabinet is closed, where it is. */
  why: string | undefined;
  unsold: Unsold | undefined;
  /** The page of the till, while its receipt is shown in its place. */
  away: { nodes: Node[]; title: string } | undefined;
}

interface Tools {
  workOn: typeof workOn;
  listenToTill: typeof listenToTill;
  takeScan: typeof takeScan;
  leadThroughPayment: typeof leadThroughPayment;
  listenToKeys: typeof listenToKeys;
  hearScanner: typeof hearScanner;
  askServer: typeof askServer;
  replaceParts: typeof replaceParts;
  takePage: typeof takePage;
  focusNext: typeof focusNext;
  showQueue: typeof showQueue;
  sendSale: typeof sendSale;
  lookWhileTyping: typeof lookWhileTyping;
  turnPage: typeof turnPage;
  loadOnBack: typeof loadOnBack;
  showReceipt: typeof showReceipt;
  comeBack: typeof comeBack;
}

/**
 * Runs in the browser, and so uses nothing from outside. All is sent one after another, each with the form as it is
 * then; the answer's page takes the place of the parts that have changed. The sale itself is the last (0306).
 */
function queueScans(tools: Tools): void {
  const till = document.querySelector<HTMLFormElement>('form.till');
  const search = till?.querySelector<HTMLInputElement>('#search');
  if (!till || !search) return;
  const queue: Queue = {
    waiting: JSON.parse(sessionStorage.getItem('scans') ?? '[]'),
    missing: [],
    shown: search.defaultValue,
    state: 'still',
    isToSell: false,
    isToKeep: false,
    sent: 0,
    isWhole: true,
    hasEnded: false,
    why: undefined,
    unsold: undefined,
    away: undefined,
  };
  const { say, run } = tools.workOn(queue, till, search, tools);

  tools.loadOnBack();
  tools.lookWhileTyping(till, search, {
    server: tools.askServer,
    shown: (wanted) => (queue.shown = wanted),
  });
  tools.listenToTill(
    till,
    search,
    {
      hear: tools.hearScanner,
      ask: (act, wanted = queue.shown) => {
        tools.comeBack(queue);
        queue.waiting.push({ act, search: wanted });
        say();
        void run();
      },
      /** Whether the browser is to send the form; else it is sent when all that waits is. */
      sell: () => {
        if (queue.state === 'leaving') return true;
        queue.isToSell = queue.state !== 'selling';
        void run();
        return false;
      },
      again: () => void run(),
      keep: () => {
        queue.isToKeep = true;
        void run();
      },
      isOnline: () => {
        if (queue.unsold === 'offline') queue.unsold = undefined;
        void run();
      },
      forget: (what) => {
        (what === 'known' ? queue.missing : queue.waiting).length = 0;
        queue.state = queue.state === 'failed' ? 'still' : queue.state;
        queue.unsold = undefined;
        say();
      },
    },
    tools,
  );
  void run();
}

/** Sends what waits, and then sells where that is asked for. Runs in the browser, too. */
function workOn(queue: Queue, till: HTMLFormElement, search: HTMLInputElement, tools: Tools) {
  const say = () => tools.showQueue(queue);
  const run = async () => {
    if (queue.state !== 'still' && queue.state !== 'failed') return;
    queue.state = 'sending';
    queue.isWhole = true;
    for (let next = queue.waiting[0]; next && queue.state === 'sending'; next = queue.waiting[0]) {
      say();
      if (await send(next)) queue.waiting.shift();
      else if (queue.state === 'sending') queue.state = 'failed';
    }
    if (queue.state === 'sending') queue.state = 'still';
    if (queue.isToSell) await sell();
    else if (queue.isToKeep && queue.state === 'still') void keep();
    say();
  };
  // Beside everything else: what is scanned after “Sell” is of the next sale, so that nothing waits for this.
  const keep = async () => {
    queue.isToKeep = false;
    const { sent } = queue;
    const answer = await tools.askServer(new FormData(till), { act: 'count', search: queue.shown });
    if (!answer?.next || queue.away || !till.isConnected) return;
    if (sent === queue.sent) return history.replaceState(null, '', answer.url);
    queue.isToKeep = true;
    void run();
  };
  const sell = async () => {
    queue.isToSell = false;
    queue.isToKeep = false;
    if (queue.state === 'failed') queue.unsold = queue.hasEnded ? 'ended' : queue.why ? 'closed' : 'waiting';
    else queue.unsold = queue.isWhole ? undefined : 'missing';
    if (queue.unsold || queue.state !== 'still') return;
    queue.state = 'selling';
    queue.sent += 1;
    say();
    const outcome = await tools.sendSale(till, tools.askServer, tools.replaceParts);
    if (outcome === 'other') {
      // An answer that is no page of the till is shown as without scripts.
      queue.state = 'leaving';
      till.requestSubmit(till.querySelector('button[value="sell"]'));
      return;
    }
    queue.state = 'still';
    const isKnown = typeof outcome === 'object';
    queue.why = isKnown && 'why' in outcome ? outcome.why : undefined;
    queue.unsold = isKnown || outcome === 'refused' ? undefined : outcome;
    if (queue.why) queue.unsold = 'closed';
    if (isKnown && 'page' in outcome) tools.showReceipt(queue, till, outcome, tools.turnPage);
    // What was scanned meanwhile is of the next sale.
    if (queue.waiting.length === 0) return;
    tools.comeBack(queue);
    void run();
  };
  const send = async (asked: Asked): Promise<boolean> => {
    const sent = new FormData(till);
    queue.sent += 1;
    const answer = await tools.askServer(sent, asked);
    queue.hasEnded = answer?.status === 401;
    queue.why = answer?.page.querySelector<HTMLElement>('[data-why]')?.dataset.why;
    if (answer?.status !== 200) return false;
    const { next } = answer;
    if (!next) {
      // Sold in another window, or before an answer was lost.
      queue.state = 'leaving';
      location.assign(answer.url);
      return false;
    }
    history.replaceState(null, '', answer.url);
    queue.unsold = undefined;
    const taken = tools.takePage(
      { till, search, next, sent, asked, shown: queue.shown, isLast: queue.waiting.length === 1 },
      tools,
    );
    queue.shown = taken.shown;
    queue.missing.push(...taken.missing);
    queue.isWhole &&= taken.isFound;
    return true;
  };
  return { say, run };
}

/** The receipt takes the place of the till, which is emptied for the next sale. Runs in the browser, too. */
function showReceipt(
  queue: Queue,
  till: HTMLFormElement,
  { page, url }: { page: Document; url: string },
  turn: typeof turnPage,
): void {
  const { title } = document;
  const last = document.getElementById('last');
  const [link, change] = last?.children ?? [];
  if (last && link instanceof HTMLAnchorElement && change) {
    last.hidden = false;
    link.href = url.replace(/&made=.*/, '');
    link.textContent = page.querySelector('h1')?.textContent ?? '';
    const words = [...page.querySelectorAll('.made .total > *')].map((part) => part.textContent);
    change.textContent = words.join(': ');
  }
  queue.away = { nodes: turn(page, url), title };
  for (const part of till.querySelectorAll('[data-part="basket"], [data-part="to-basket"]'))
    part.replaceChildren();
  queue.missing.length = 0;
  queue.shown = '';
  const search = till.querySelector<HTMLInputElement>('#search');
  if (search) search.value = '';
  // Enter begins the next one.
  document.querySelector<HTMLElement>('main a.button[href="/sale"]')?.focus({ preventScroll: true });
}

/** The till takes its place again. Runs in the browser, too. */
function comeBack(queue: Queue): void {
  if (!queue.away) return;
  const { nodes, title } = queue.away;
  queue.away = undefined;
  document.body.replaceChildren(...nodes);
  document.title = title;
  history.pushState(null, '', '/sale');
  document.documentElement.dataset.path = location.pathname;
  const till = document.querySelector<HTMLElement>('form.till');
  if (till?.dataset.phone === undefined) document.getElementById('search')?.focus({ preventScroll: true });
}

interface Taking {
  till: HTMLFormElement;
  search: HTMLInputElement;
  next: HTMLFormElement;
  sent: FormData;
  asked: Asked;
  /** What the page looked for so far. */
  shown: string;
  isLast: boolean;
}

/** Puts an answer into the page, and gives what it looks for now and the code that it leaves. Runs in the browser, too. */
function takePage(
  { till, search, next, sent, asked, shown, isLast }: Taking,
  { replaceParts: replace, focusNext: focus }: Pick<Tools, 'replaceParts' | 'focusNext'>,
): { shown: string; missing: string[]; isFound: boolean } {
  const gone = till.querySelector<HTMLElement>('[data-none]')?.dataset.none;
  const isCode = asked.act === 'search' && gone !== undefined && /\d/.test(gone);
  const isFound = !next.querySelector('[data-none]');
  replace(till, next, sent);
  const isTyping = search.value !== '' && search.value !== shown;
  const now = next.querySelector<HTMLInputElement>('#search')?.defaultValue ?? '';
  if (!isTyping && isLast) focus(till, search, { ...asked, shown: now });
  return { shown: now, missing: isCode ? [gone] : [], isFound };
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
  const isAdded = kind === 'add';
  const isChosen = isAdded || (kind === 'search' && wanted !== '' && shown === '');
  const weight = isChosen ? '.lines li:first-child [data-awaits]' : `#d_${id}`;
  const field = till.querySelector<HTMLInputElement>(`.basket [aria-invalid], ${weight}`);
  if (till.dataset.phone === undefined) (field ?? (isAdded ? search : undefined))?.focus();
  // On a phone it is out of sight below the goods.
  else till.querySelector<HTMLInputElement>(weight)?.focus();
}

/** Keeps the codes, and says what waits, what could not be sent and what no item has. Runs in the browser, too. */
function showQueue({ waiting, missing, unsold, state, why }: Queue): void {
  const scans = waiting.filter(({ act, search }) => act === 'search' && search !== '');
  sessionStorage.setItem('scans', JSON.stringify(scans));
  const show = (name: string, text: string) => {
    const place = document.querySelector<HTMLElement>(`#queue [data-${name}]`);
    const words = place?.querySelector('span');
    if (!place || !words) return;
    place.hidden = text === '';
    const { text: said = '', closed = '' } = words.dataset;
    words.textContent = (why ? closed.replace('@', why) : said).replace('#', text);
  };
  const codes = scans.map(({ search }) => search).join(', ');
  show('failed', state === 'failed' ? codes || String(waiting.length) : '');
  show('missing', missing.join(', '));
  const count = document.getElementById('waiting');
  if (count) count.textContent = waiting.length > 1 ? String(waiting.length) : '';
  const place = document.getElementById('unsold');
  const [words, signIn] = place?.querySelectorAll<HTMLElement>('span, a') ?? [];
  if (place) place.hidden = unsold === undefined;
  if (words) words.textContent = ((unsold && place?.dataset[unsold]) ?? '').replace('@', why ?? '');
  if (signIn) signIn.hidden = unsold !== 'ended';
  document.querySelector('button[value="sell"]')?.setAttribute('aria-busy', String(state === 'selling'));
}
