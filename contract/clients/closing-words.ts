import { hasIbanDigits } from '../money/iban.ts';

/**
 * The reason of a closing as colleagues read it: where to send what is left, then the customer's own words. One text,
 * because the API takes one.
 */
export function closingWords({ iban, reason }: { iban: string; reason: string }): string {
  return [iban.trim() && `IBAN ${iban.trim()}`, reason].filter(Boolean).join('\n');
}

/** The two again, to be changed. What can't be an IBAN is a part of the reason. */
export function wordsOf(reason: string | null): { iban: string; reason: string } {
  const text = reason ?? '';
  const [line = '', iban = ''] = accountLine.exec(text) ?? [];
  if (!hasIbanDigits(iban)) return { iban: '', reason: text };
  return { iban, reason: text.replace(line, '').trim() };
}

const accountLine = /^IBAN ([A-Z]{2}[\dA-Z ]{8,40})$/im;

/** The account in such a text, shortened to be recognised: `UA21…6001`; null: none was given. */
export function accountIn(reason: string | null): string | null {
  const iban = wordsOf(reason).iban.replaceAll(/\s/g, '').toUpperCase();
  return iban === '' ? null : `${iban.slice(0, 4)}…${iban.slice(-4)}`;
}

/** What is left at a closing: a `balance` to ask about, or an `amount` for the `account` that was given. */
export function restOf(
  balance: number,
  reason: string | null,
): { balance: number | null; amount: number | null; account: string | null } {
  const account = accountIn(reason);
  if (balance <= 0) return { balance: null, amount: null, account: null };
  return account === null ? { balance, amount: null, account } : { balance: null, amount: balance, account };
}
