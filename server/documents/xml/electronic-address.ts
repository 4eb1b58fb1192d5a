/** The code of each country's VAT numbers in the list of electronic address schemes (EAS). */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FR: '9957',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '9906',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SE: '9955',
  SI: '9949',
  SK: '9950',
};

/** Of legal entities in Lithuania's register. */
const lithuanianCode = '0200';

/**
 * Where an invoice is delivered electronically, which the library's schema asks of both sides: the VAT number by its
 * country's scheme, in Lithuania else the code of the register; null where neither is known. Pure.
 */
export function electronicAddress({
  code,
  vat_number,
  country,
}: {
  code: string | null;
  vat_number: string | null;
  country: string;
}): { id: string; scheme: string } | null {
  const scheme = vatSchemes[vat_number?.slice(0, 2) ?? ''];
  if (scheme && vat_number) return { id: vat_number, scheme };
  return country === 'LT' && code ? { id: code, scheme: lithuanianCode } : null;
}
