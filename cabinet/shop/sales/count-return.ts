import { decimalOf } from '../goods/decimal.ts';
import { cashBack, roundedCash } from '../drawer/rounded-cash.ts';
import { backInCash } from './money-back.ts';
import { amountBack, moneyBackOf } from './return-amount.ts';
import { shareOf } from './share-of.ts';

/** The script of a return: this file's function with the server's own rules, as text (docs/decisions/0276). */
export const returnScript = `(${String(countReturn)})(${String(decimalOf)}, ${String(amountBack)}, ${String(moneyBackOf)}, ${String(shareOf)}, ${String(backInCash)}, { ${[cashBack, roundedCash].map((rule) => `${rule.name}: ${String(rule)}`).join(', ')} }, ${String(sumBack)}, ${String(fillAll)})`;

/**
 * Runs in the browser, and so uses nothing from outside. The button that takes goods says how much is handed back for
 * what is typed, and is there while something right is.
 */
function countReturn(
  decimal: typeof decimalOf,
  amountFor: typeof amountBack,
  moneyOf: typeof moneyBackOf,
  share: typeof shareOf,
  inCash: typeof backInCash,
  rounding: Rounding,
  sumOf: typeof sumBack,
  fill: typeof fillAll,
): void {
  const form = document.querySelector<HTMLFormElement>('form[data-returned]');
  const button = form?.querySelector<HTMLButtonElement>('[data-text]');
  const everything = form?.querySelector<HTMLButtonElement>('[value="all"]');
  const shown = form?.querySelector<HTMLInputElement>('[name="shown"]');
  if (!form || !button || !shown) return;
  const paid = { total: Number(form.dataset.total), returned: Number(form.dataset.returned) };
  const look = {
    style: 'currency',
    currency: form.dataset.currency,
    currencyDisplay: 'narrowSymbol',
  } as const;
  const format = new Intl.NumberFormat(document.documentElement.lang, look);
  const money = (minorUnits: number) => format.format(minorUnits / 100);
  /** How much of a line is typed; its note says what is wrong, or else how much there is. */
  const typedIn = (line: HTMLElement) => {
    const { quantity, left, decimals, of, only, wrong } = line.dataset;
    const input = line.querySelector('input');
    const typed = input?.value.trim() ?? '';
    const read = typed === '' ? 0 : decimal(typed, Number(decimals));
    const back = (read ?? 0) * (decimals === '0' ? 1000 : 1);
    const fault = read === undefined ? wrong : back > Number(left) ? only : undefined;
    const note = line.querySelector('.note');
    if (note) note.textContent = fault ?? of ?? '';
    note?.toggleAttribute('data-faulty', fault !== undefined);
    if (fault === undefined) input?.removeAttribute('aria-invalid');
    else input?.setAttribute('aria-invalid', 'true');
    return {
      isTyped: typed !== '',
      paid: Number(line.dataset.paid),
      paidBack: Number(line.dataset.paidBack),
      quantity: Number(quantity),
      left: Number(left),
      back,
      isWrong: fault !== undefined,
    };
  };
  const count = () => {
    const lines = [...form.querySelectorAll<HTMLElement>('[data-left]')].map(typedIn);
    const isRight = lines.some(({ back }) => back > 0) && !lines.some(({ isWrong }) => isWrong);
    const amount = isRight ? amountFor(lines, paid, { moneyOf, share }) : 0;
    button.textContent = (button.dataset.text ?? '').replace(
      '#',
      sumOf(form, amount, { money, inCash, ...rounding }),
    );
    button.hidden = !isRight;
    // A person who types a part doesn't mean the whole.
    if (everything) everything.hidden = lines.some(({ isTyped }) => isTyped);
    shown.value = isRight ? String(amount) : '';
  };

  everything?.addEventListener('click', (event) => {
    fill(form, event);
    count();
    button.focus();
  });
  form.addEventListener('input', () => {
    document.getElementById('return-fault')?.remove();
    count();
  });
  // Enter after a quantity leads to the button: money is not handed back by a slip.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!button.hidden) button.focus();
  });
  // A page that the browser brings back has what was typed into it.
  addEventListener('pageshow', ({ persisted }) => persisted && count());
}

interface Rounding {
  cashBack: typeof cashBack;
  roundedCash: typeof roundedCash;
}

/** A sum, with its parts where it goes back in two. Runs in the browser, too. */
function sumBack(
  { dataset }: HTMLFormElement,
  amount: number,
  {
    money,
    inCash,
    cashBack: back,
    roundedCash: rounded,
  }: Rounding & {
    money: (minorUnits: number) => string;
    inCash: typeof backInCash;
  },
): string {
  const { card, inCash: all = '', onCard = '', onBoth = '' } = dataset;
  const left = { exact: Number(dataset.cashExact), paid: Number(dataset.cashPaid) };
  const handed = (cash: number) =>
    dataset.step === undefined ? cash : back(cash, { left, step: Number(dataset.step) }, rounded);
  if (card === undefined) return money(handed(amount));
  const cash = inCash(amount, Number(card));
  if (cash === amount) return all.replace('#', money(handed(amount)));
  if (cash === 0) return onCard.replace('#', money(amount));
  return onBoth.replace('#', money(amount - cash)).replace('@', money(handed(cash)));
}

/**
 * All that is left is typed in, for the eye, and handed back only by the button of what is typed. Runs in the browser,
 * too.
 */
function fillAll(form: HTMLFormElement, event: Event): void {
  event.preventDefault();
  for (const line of form.querySelectorAll<HTMLElement>('[data-left]')) {
    const input = line.querySelector('input');
    const left = String(Number(line.dataset.left) / 1000);
    if (input) input.value = document.documentElement.lang === 'en' ? left : left.replace('.', ',');
  }
}
