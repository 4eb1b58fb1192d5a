import type { Locale } from '#contract/kernel/variants.ts';

/** Typed whole units (`199,50`, `199.5`, `1 200`) in minor units; undefined when it is no amount. */
export function amountOf(typed: string): number | undefined {
  const digits = minorUnitsOf(typed);
  return digits === undefined ? undefined : Number(digits);
}

/** Minor units as text in whole units, with the language's decimal sign: 19950 is `199,50`. */
export function typedAmount(minorUnits: number, locale: Locale): string {
  const text = typedUnits(String(minorUnits));
  return locale === 'en' ? text : text.replace('.', ',');
}

/** Typed whole units (`12,5`) as minor units, without a float; undefined when it is no amount. */
export function minorUnitsOf(typed: string): string | undefined {
  const match = /^(-?)(\d{1,14})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[\s\u00a0]/g, ''));
  if (!match) return undefined;
  const [, sign = '', whole = '', cents = ''] = match;
  const digits = `${whole}${cents.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
  if (!Number.isSafeInteger(Number(digits))) return undefined;
  return digits === '0' ? '0' : sign + digits;
}

/** Minor units as text in whole units: `1250` is `12.50`, `1200` is `12`. */
export function typedUnits(minorUnits: string): string {
  const sign = minorUnits.startsWith('-') ? '-' : '';
  const digits = minorUnits.replace('-', '').padStart(3, '0');
  const cents = digits.slice(-2);
  return sign + digits.slice(0, -2) + (cents === '00' ? '' : `.${cents}`);
}
