/** Whether the check digits of an IBAN fit (ISO 13616): blanks and case don't matter. Pure. */
export function hasIbanDigits(account: string): boolean {
  const iban = account.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Whether something begins as an IBAN, and its check digits don't fit. Other numbers of accounts are no mistake. */
export function isMistypedIban(account: string): boolean {
  return /^[a-z]{2}\d{2}/i.test(account.trim()) && !hasIbanDigits(account);
}
