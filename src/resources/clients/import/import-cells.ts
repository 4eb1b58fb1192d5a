import { callingCodes, countries, type Country, isCountry } from '#contract/contact/calling-codes.ts';
import type { BillingPeriod } from '#contract/entities/client.ts';
import { type ImportedFieldName, importedFieldNames } from '#contract/clients/client-import.ts';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import { ownFieldName } from '#contract/client-fields/own-values.ts';
import type { ClientType } from '#contract/contact/registration.ts';
import { localeOf, locales, type Variant, variants } from '#contract/kernel/variants.ts';
import { type MappedField, type Mapping, wordKey } from '#web/resources/clients/import/import-headings.ts';
import { numberIn } from '#web/ui/admin/form/draft/form-draft.ts';
import { amountOf } from '#web/ui/shared/amount.ts';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';

/**
 * The cells of a row in the contract's form: words in five languages as values, numbers as numbers, a phone without
 * its calling code, empty cells left out. What can't be understood stays as it is, and the schema refuses it.
 */
export function inputOfCells(
  cells: readonly string[],
  mapping: Mapping,
  variant: Variant,
  own: readonly ShownField[] = [],
): Record<string, unknown> {
  const text = (field: MappedField) => {
    const column = mapping[field];
    return column === undefined ? '' : (cells[column] ?? '');
  };
  const ident = identDigitsOf(text('ident'));
  const given: Record<string, unknown> = Object.fromEntries(
    importedFieldNames.flatMap((field) => (text(field) === '' ? [] : [[field, text(field)]])),
  );
  const set = (field: ImportedFieldName, value: unknown) => {
    if (value !== undefined && value !== '') given[field] = value;
  };
  set('ident', ident);
  set('type', text('type') === '' ? typeOfIdent(ident, variant) : typeWords.get(wordKey(text('type'))));
  set('billing_period', periodWords.get(wordKey(text('billing_period'))));
  set('locale', languageWords().get(wordKey(text('locale'))) ?? localeOf(text('locale')));
  set('monthly_turnover_limit', amountOf(text('monthly_turnover_limit')));
  set('goods_quantity', countOf(text('goods_quantity')));
  const contact = phoneOf(text('phone'), text('country_code'), variants[variant].country);
  set('country_code', contact.country);
  set('phone', contact.phone);
  const custom = own.flatMap((field) => {
    const typed = text(ownFieldName(field));
    return typed === '' ? [] : [[field.key, ownValueOf(field, typed)]];
  });
  return custom.length === 0 ? given : { ...given, custom: Object.fromEntries(custom) };
}

/** A cell for an own field: a number, a day or an option as people write them; anything else stays as it is. */
function ownValueOf({ kind, options }: ShownField, typed: string): unknown {
  switch (kind) {
    case 'text':
      return typed;
    case 'number':
      return numberIn('number', typed.replace(/[.,]0+$/, ''));
    case 'date':
      return dayOf(typed);
    case 'choice': {
      const word = wordKey(typed);
      const meant = options.find(({ key, translations }) =>
        [key, ...Object.values(translations).map(({ name }) => name)].some((name) => wordKey(name) === word),
      );
      return meant?.key ?? typed;
    }
  }
}

/** `2026-03-14` or `14.03.2026`, with or without a time. */
function dayOf(typed: string): string {
  const [day = ''] = typed.trim().split(/[ T]/);
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(day) ?? [];
  return year === '' ? day : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/**
 * 10 digits are a person's code, 8 a company's, in variants where that is certain. Otherwise the nearer one decides,
 * and the schema refuses the code, not the type.
 */
function typeOfIdent(ident: string, variant: Variant): ClientType | undefined {
  if (variant !== 'ua') return undefined;
  return ident.length > 8 ? 'individual' : 'legal';
}

function words<Value extends string>(table: Record<Value, readonly string[]>): Map<string, Value> {
  const entries = Object.entries(table) as [Value, readonly string[]][]; // `entries` loses the type of the keys
  return new Map(
    entries.flatMap(([value, texts]) => [value, ...texts].map((text) => [wordKey(text), value] as const)),
  );
}

const typeWords = words<ClientType>({
  individual: [
    'ФОП',
    'FOP',
    'FOP (sole trader)',
    'ФЛП',
    'Fizinis asmuo',
    'Einzelunternehmer (FOP)',
    'Einzelunternehmer',
    'Фізична особа',
    'Фізична особа-підприємець',
    'Физическое лицо',
    'ИП',
    'Sole trader',
    'Person',
    'IDV',
  ],
  legal: [
    'ТОВ',
    'TOV',
    'TOV (company)',
    'ООО',
    'Juridinis asmuo',
    'Unternehmen (TOV)',
    'Unternehmen',
    'Company',
    'Юридична особа',
    'Юрособа',
    'Юридическое лицо',
    'Юрлицо',
    'Legal entity',
    'UAB',
    'GmbH',
    'Firma',
  ],
});

const periodWords = words<BillingPeriod>({
  month: [
    'Щомісяця',
    'Monthly',
    'Ежемесячно',
    'Kas mėnesį',
    'Monatlich',
    'Місяць',
    'Місячна',
    'Месяц',
    'Mėnuo',
    'Monat',
  ],
  year: [
    'Щороку',
    'Yearly',
    'Ежегодно',
    'Kas metus',
    'Jährlich',
    'Рік',
    'Річна',
    'Год',
    'Annual',
    'Metai',
    'Jahr',
  ],
});

/** Names of languages in each language; made when the first file needs them. */
const languageWords = onceMade(() =>
  words(
    Object.fromEntries(
      locales.map((locale) => [
        locale,
        locales.map((shown) => displayNames(shown, 'language').of(locale) ?? locale),
      ]),
    ),
  ),
);

/** Names of countries in each of the languages. */
const countryWords = onceMade(
  () =>
    new Map(
      locales.flatMap((locale) => {
        const names = displayNames(locale, 'region');
        return countries.map((code) => [wordKey(names.of(code) ?? code), code] as const);
      }),
    ),
);

/** Whole numbers as people and spreadsheets write them. */
function countOf(typed: string): number | undefined {
  const digits = typed.replace(/[\s\u00a0]/g, '').replace(/[.,]0+$/, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** The length of a number without its calling code, for numbers that come without a plus (as in our own export). */
const nationalDigits: Record<string, number> = { UA: 9, LT: 8 };

function phoneOf(typed: string, typedCountry: string, own: Country): { country: string; phone: string } {
  const compact = typed.replace(/[\s\u00a0().\-‐-―]/g, '').replace(/^00/, '+');
  if (typedCountry !== '') {
    const country = countryOf(typedCountry);
    return { country, phone: phoneDigitsOf(country, withPlus(country, compact)) };
  }
  const whole = [own, ...Object.keys(nationalDigits)].reduce((number, of) => withPlus(of, number), compact);
  const country = whole.startsWith('+') ? (countryOfNumber(whole, own) ?? own) : own;
  return { country, phone: phoneDigitsOf(country, whole) };
}

function withPlus(country: string, compact: string): string {
  const code = isCountry(country) ? callingCodes[country] : '';
  const isWhole = code !== '' && compact.startsWith(code);
  return isWhole && compact.length === code.length + (nationalDigits[country] ?? -1)
    ? `+${compact}`
    : compact;
}

/** For countries that share a calling code: the one that most people mean. */
const mainCountries: readonly string[] = ['US', 'GB', 'RU', 'IT', 'NO', 'FI', 'AU', 'MA', 'RE', 'GP', 'CW'];

function countryOfNumber(whole: string, own: Country): Country | undefined {
  const digits = whole.slice(1);
  if (digits.startsWith(callingCodes[own])) return own;
  const fitting = countries.filter((code) => digits.startsWith(callingCodes[code]));
  const longest = Math.max(0, ...fitting.map((code) => callingCodes[code].length));
  const best = fitting.filter((code) => callingCodes[code].length === longest);
  return best.find((code) => mainCountries.includes(code)) ?? best[0];
}

/** An ISO code, or a name in any of the languages; otherwise the text itself. */
function countryOf(typed: string): string {
  const code = typed.trim().toUpperCase();
  return isCountry(code) ? code : (countryWords().get(wordKey(typed)) ?? typed);
}

function displayNames(locale: string, type: 'language' | 'region'): Intl.DisplayNames {
  return new Intl.DisplayNames([locale], { type });
}

function onceMade<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
