import { decimalOf } from '../goods/decimal.ts';
import { lessPercent, shareOf, takenOff } from '../sales/share-of.ts';
import { discountValue } from './terms.ts';

/** The till's script: this file's function with the server's own rules, as text (docs/decisions/0276). */
export const countScript = `(${String(countWhileTyping)})(${[decimalOf, shareOf, lessPercent, reducedBy, forgetError, discountValue, takenOff, readAgain].map(String).join(', ')})`;

/**
 * Runs in the browser, and so uses nothing from outside. What is typed changes the sums at once, and takes away what was
 * said of it before.
 */
function countWhileTyping(
  decimal: typeof decimalOf,
  share: typeof shareOf,
  less: typeof lessPercent,
  reduced: typeof reducedBy,
  forget: typeof forgetError,
  valueOf: typeof discountValue,
  off: typeof takenOff,
  again: typeof readAgain,
): void {
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
    let full = 0;
    let sum = 0;
    let things = 0;
    for (const line of till.querySelectorAll<HTMLElement>('[data-price]')) {
      const { price, decimals } = line.dataset;
      const isWhole = decimals === '0';
      const read = decimal(line.querySelector('input')?.value ?? '', Number(decimals));
      const quantity = (read ?? 0) * (isWhole ? 1000 : 1);
      const whole = share(Number(price), quantity, 1000);
      const taken = reduced(line, whole, { decimal, valueOf, off, less });
      const costs = whole - taken;
      full += whole;
      sum += costs;
      things += isWhole ? quantity / 1000 : 1;
      line.querySelector('[data-few]')?.toggleAttribute('hidden', quantity <= Number(line.dataset.left));
      const [own, each, reduction] = line.querySelectorAll<HTMLElement>(
        '[data-sum], .amount small, [data-off]',
      );
      if (reduction) reduction.textContent = money(0 - taken);
      if (own) own.textContent = read === undefined ? '' : money(costs);
      if (each) each.hidden = isWhole && quantity === 1000;
    }
    const total = less(sum, valueOf(typed('discount'), true, decimal) ?? 0);
    const way = typed('pay');
    const part = way === 'mixed' ? (decimal(typed('cash'), 2) ?? 0) : total;
    const given = way === 'card' ? undefined : decimal(typed('given'), 2);
    const change = (given ?? part) - part;
    show('[data-total]', money(total));
    show('[data-things]', new Intl.NumberFormat(lang).format(things));
    show('[data-by-card]', money(total - part), part > 0 && part < total);
    show('[data-change]', money(change), change > 0);
    show('[data-lacks]', money(-change), change < 0);
    const shown = till.querySelector<HTMLInputElement>('[name="shown"]');
    if (shown) shown.value = String(full);
  };

  // The form itself is the target where a part of it was replaced.
  till.addEventListener('input', ({ target }) => (target === till || forget(target)) && count());
  again(till.dataset.address);
}

/** What the discount of a line takes off its sum; a wrong one nothing. Runs in the browser, too. */
function reducedBy(
  line: HTMLElement,
  full: number,
  rules: {
    decimal: typeof decimalOf;
    valueOf: typeof discountValue;
    off: typeof takenOff;
    less: typeof lessPercent;
  },
): number {
  const isPercent = line.querySelector('select')?.value !== 'amount';
  const typed = line.querySelector<HTMLInputElement>('.own-discount input')?.value ?? '';
  const value = rules.valueOf(typed, isPercent, rules.decimal);
  if (value === undefined || (!isPercent && value > full)) return 0;
  return rules.off(full, { value, isPercent }, rules.less);
}

/** What was said of a field goes when it is typed over; a search is none to count. Runs in the browser, too. */
function forgetError(target: EventTarget | null): boolean {
  const field = target instanceof HTMLSelectElement ? target.previousElementSibling : target;
  if (!(field instanceof HTMLInputElement) || field.type === 'search') return false;
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  document.getElementById(`${field.id}-note`)?.remove();
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
