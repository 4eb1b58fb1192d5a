import { roundedCash } from '../drawer/rounded-cash.ts';
import { decimalOf, sumOfParts } from '../goods/decimal.ts';
import { lessPercent, shareOf, takenOff } from '../sales/share-of.ts';
import { isBelow } from './basket.ts';
import { notesFor } from './notes.ts';
import { discountValue } from './terms.ts';

/** The till's script: this file's function with the server's own rules, as text (docs/decisions/0276). */
export const countScript = `(${String(countWhileTyping)})({ ${[decimalOf, sumOfParts, roundedCash, shareOf, lessPercent, takenOff, discountValue, isBelow, countLine, warn, refuse, forgetError, readAgain, notesFor, offerNotes].map((rule) => `${rule.name}: ${String(rule)}`).join(', ')} })`;

interface Rules {
  decimalOf: typeof decimalOf;
  sumOfParts: typeof sumOfParts;
  roundedCash: typeof roundedCash;
  shareOf: typeof shareOf;
  lessPercent: typeof lessPercent;
  takenOff: typeof takenOff;
  discountValue: typeof discountValue;
  isBelow: typeof isBelow;
  countLine: typeof countLine;
  warn: typeof warn;
  refuse: typeof refuse;
  forgetError: typeof forgetError;
  readAgain: typeof readAgain;
  notesFor: typeof notesFor;
  offerNotes: typeof offerNotes;
}

/**
 * Runs in the browser, and so uses nothing from outside. What is typed changes the sums at once, and takes away what was
 * said of it before.
 */
function countWhileTyping(rules: Rules): void {
  const till = document.querySelector<HTMLFormElement>('form.till');
  if (!till) return;
  const { lang } = document.documentElement;
  const { currency } = till.dataset;
  const format = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const money = (minorUnits: number) => format.format(minorUnits / 100).replace('-', '\u2212');
  const typed = (name: string) => String(new FormData(till).get(name) ?? '');
  const show = (selector: string, text: string, isShown = true) => {
    for (const place of till.querySelectorAll<HTMLElement>(selector)) {
      place.textContent = text;
      (place.closest<HTMLElement>('.total') ?? place).hidden = !isShown;
    }
  };

  const count = () => {
    const places = [...till.querySelectorAll<HTMLElement>('[data-price]')];
    const lines = places.map((place) => ({ place, ...rules.countLine(place, money, rules) }));
    const sumOf = (which: 'full' | 'costs' | 'things') => lines.reduce((sum, line) => sum + line[which], 0);
    const costs = sumOf('costs');
    const isPercent = typed('discountKind') !== 'amount';
    const value = rules.discountValue(typed('discount'), isPercent, rules.decimalOf);
    const isRight = value !== undefined && (isPercent || value <= costs);
    const total = isRight ? costs - rules.takenOff(costs, { value, isPercent }, rules.lessPercent) : costs;
    const way = typed('pay');
    const part = way === 'mixed' ? (rules.decimalOf(typed('cash'), 2) ?? 0) : total;
    const given = way === 'card' ? undefined : rules.decimalOf(typed('given'), 2);
    const due = way === 'card' ? 0 : rules.roundedCash(part, Number(typed('step') || 1));
    // Nobody is owed change before it is known how much is paid in cash.
    const isKnown = way !== 'mixed' || (part > 0 && part < total);
    const change = given === undefined || !isKnown ? 0 : given - due;
    show('[data-total]', money(total));
    show('[data-reduced]', money(total - costs), total < costs);
    show('[data-things]', new Intl.NumberFormat(lang).format(sumOf('things')));
    show('[data-by-card]', money(total - part), part > 0 && part < total);
    show('[data-due]', money(due), way !== 'card' && due !== part);
    show('[data-change]', money(change), change > 0);
    // A refusal says it at its field.
    show('[data-lacks]', money(-change), change < 0 && !document.getElementById('given-note'));
    rules.offerNotes(till, { due, given, format }, rules);
    rules.warn(till, lines, { total, ...rules });
    const all = { field: till.querySelector<HTMLInputElement>('#discount'), isWrong: !isRight, most: costs };
    const fields = [all, ...lines.map(({ off }) => off)];
    for (const { field, isWrong, most } of fields) rules.refuse(field, isWrong, money(most));
    const shown = till.querySelector<HTMLInputElement>('[name="shown"]');
    if (shown) shown.value = String(sumOf('full'));
  };

  // The form itself is the target where a part of it was replaced.
  till.addEventListener('input', ({ target }) => {
    const given = till.querySelector<HTMLInputElement>('#given');
    // What was handed over for the whole is not what is handed over for a part.
    if (given && target instanceof HTMLInputElement && target.value === 'mixed') given.value = '';
    if (target === till || rules.forgetError(target)) count();
  });
  rules.readAgain(till.dataset.address);
  count();
}

interface Counted {
  /** Before its discount and after it. */
  full: number;
  costs: number;
  things: number;
  off: { field: HTMLInputElement | null; isWrong: boolean; most: number };
}

/** What a line costs, and says so in it; a wrong discount takes nothing off. Runs in the browser, too. */
function countLine(line: HTMLElement, money: (minorUnits: number) => string, rules: Rules): Counted {
  const { price, decimals, left } = line.dataset;
  const isWhole = decimals === '0';
  const typed = line.querySelector('input')?.value ?? '';
  const read = rules.sumOfParts(typed, (part) => rules.decimalOf(part, Number(decimals)));
  const quantity = (read ?? 0) * (isWhole ? 1000 : 1);
  const full = rules.shareOf(Number(price), quantity, 1000);
  const isPercent = line.querySelector('select')?.value !== 'amount';
  const field = line.querySelector<HTMLInputElement>('.own-discount input');
  const value = rules.discountValue(field?.value ?? '', isPercent, rules.decimalOf);
  const isRight = value !== undefined && (isPercent || value <= full);
  const costs = isRight ? full - rules.takenOff(full, { value, isPercent }, rules.lessPercent) : full;
  line.querySelector('[data-few]')?.toggleAttribute('hidden', quantity <= Number(left));
  const [own, each, reduction] = line.querySelectorAll<HTMLElement>('[data-sum], .amount small, [data-off]');
  if (reduction) reduction.textContent = money(costs - full);
  if (own) own.textContent = read === undefined ? '' : money(costs);
  if (each) each.hidden = isWhole && quantity === 1000;
  const off = { field, isWrong: !isRight, most: full };
  return { full, costs, things: isWhole ? quantity / 1000 : 1, off };
}

/** Says at a field that what is typed is no discount, or more than there is to pay. Runs in the browser, too. */
function refuse(field: HTMLInputElement | null, isWrong: boolean, most: string): void {
  const note = field && document.getElementById(`${field.id}-note`);
  if (!field || !note) return;
  // Behind a comma more is to come.
  note.hidden = !isWrong || /^\s*$|[.,]$/.test(field.value);
  if (note.hidden) return;
  const text = (note.dataset.wrong ?? '').replace('#', most);
  // A text that stays is not read out again.
  if (note.textContent !== text) note.textContent = text;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', note.id);
}

/**
 * Buttons for what a customer hands over: just enough, or round sums above it. One that is pressed leads to “Sell”. Runs
 * in the browser, too.
 */
function offerNotes(
  till: HTMLFormElement,
  { due, given, format }: { due: number; given: number | undefined; format: Intl.NumberFormat },
  { notesFor: notes }: Pick<Rules, 'notesFor'>,
): void {
  const place = till.querySelector<HTMLElement>('[data-notes]');
  const field = till.querySelector<HTMLInputElement>('#given');
  if (!place || !field) return;
  place.hidden = due === 0;
  const sums = due === 0 ? [] : [due, ...notes(due, till.dataset.currency ?? '')];
  const offered = String(sums);
  for (const button of place.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(Number(button.value) === given));
  if (place.dataset.offered === offered) return;
  place.dataset.offered = offered;
  const buttons = sums.map((sum, index) => {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'quiet', value: String(sum) });
    const text = format.format(sum / 100).replace(/[.,]00(?=\D|$)/, '');
    button.textContent = index === 0 ? (place.dataset.exact ?? '') : text;
    button.setAttribute('aria-pressed', String(sum === given));
    button.addEventListener('click', () => {
      const plain = (sum / 100).toFixed(2).replace(/\.00$/, '');
      field.value = document.documentElement.lang === 'en' ? plain : plain.replace('.', ',');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      till.querySelector<HTMLElement>('button[value="sell"]')?.focus();
    });
    return button;
  });
  place.replaceChildren(...buttons);
}

/**
 * Says where a discount is more than the seller may give, and, in the bar of a phone, of what there is less. Runs in the
 * browser, too.
 */
function warn(
  till: HTMLFormElement,
  lines: readonly (Counted & { place: HTMLElement })[],
  { total, isBelow: below, lessPercent: less }: { total: number } & Pick<Rules, 'isBelow' | 'lessPercent'>,
): void {
  const most = Number(till.dataset.most ?? 100);
  const mark = (place: Element | null | undefined, isOver: boolean) => {
    const note = place?.querySelector('[data-over]');
    note?.toggleAttribute('hidden', !isOver);
    if (note && isOver) place?.querySelector('input')?.setAttribute('aria-invalid', 'true');
  };
  const over = lines.filter(({ full, costs }) => below(costs, [full], { most, less }));
  for (const line of lines) mark(line.place.querySelector('.own-discount'), over.includes(line));
  const full = lines.map((line) => line.full);
  const isAll = over.length === 0 && below(total, full, { most, less });
  mark(till.querySelector('#discount')?.closest('.field'), isAll);

  const few = till.querySelector('.lines [data-few]:not([hidden], :has(:checked))');
  const short = till.querySelector<HTMLElement>('[data-short]');
  if (!short) return;
  short.hidden = !few;
  short.textContent = few
    ? [few.closest('li')?.querySelector('label')?.textContent, few.firstChild?.textContent?.trim()].join(
        ' · ',
      )
    : '';
}

/** What was said of a field goes when it is typed over; a search is none to count. Runs in the browser, too. */
function forgetError(target: EventTarget | null): boolean {
  const field = target instanceof HTMLSelectElement ? target.previousElementSibling : target;
  if (!(field instanceof HTMLInputElement) || field.type === 'search') return false;
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  const note = document.getElementById(`${field.id}-note`);
  if (note?.dataset.wrong === undefined) note?.remove();
  document.getElementById('fault')?.remove();
  return true;
}

/**
 * A refused sale was sent by a form, and has the address of its goods: coming back to it reads, and sends nothing again.
 * Nor does a page that the browser kept whole show what was sold since. Runs in the browser, too.
 */
function readAgain(address: string | undefined): void {
  if (address) history.replaceState(null, '', address);
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && location.replace(location.pathname + location.search),
  );
}
