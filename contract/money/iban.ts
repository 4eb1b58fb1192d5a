/** Whether the check digits of an IBAN fit (ISO 13616): blanks and case don't matter. Pure. */
export function hasIbanDigits(account: string): boolean {
  const iban = account.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/**
 * Whether something begins as an IBAN, and its check digits don't fit; or has hardly a digit, so that it is no account at
 * all. Other numbers of accounts are no mistake.
 */
export function isMistypedIban(account: string): boolean {
  const text = account.trim();
  if (text === '') return false;
  const isAccount = /\d(?:\D*\d){4}/.test(text);
  return !isAccount || (/^[a-z]{2}\d{2}/i.test(text) && !hasIbanDigits(text));
}
