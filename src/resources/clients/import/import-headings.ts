import type { ShownField } from '#contract/client-fields/client-field.ts';
import { type ImportedFieldName, importedFieldNames } from '#contract/clients/client-import.ts';
import { type OwnFieldName, ownFieldName } from '#contract/client-fields/own-values.ts';

/** A field that a column can be for: one of every client, or one that staff define. */
export type MappedField = ImportedFieldName | OwnFieldName;

/** The position of the column for each field. */
export type Mapping = { [Field in MappedField]?: number };

/** Names of each field in other systems' files. Compared without case, spaces and signs. */
const otherHeadings: Partial<Record<ImportedFieldName, readonly string[]>> = {
  name: [
    'Pavadinimas',
    'Назва',
    'Ім’я',
    'ПІБ',
    'Клієнт',
    'Контрагент',
    'Название',
    'Имя',
    'ФИО',
    'Клиент',
    'Company',
    'Client',
    'Customer',
    'Full name',
    'Company name',
    'Vardas',
    'Įmonė',
    'Klientas',
    'Firma',
    'Kunde',
    'Kundenname',
  ],
  type: ['Тип клієнта', 'Тип клиента', 'Client type', 'Kliento tipas', 'Kundenart'],
  ident: [
    'ІПН / ЄДРПОУ',
    'ИНН / ЕГРПОУ',
    'ЄДРПОУ',
    'ІПН',
    'РНОКПП',
    'Код ЄДРПОУ',
    'ЕГРПОУ',
    'ИНН',
    'EDRPOU',
    'INN',
    'Код',
    'Tax code',
    'Company code',
    'Įmonės kodas',
    'Asmens kodas',
    'Kodas',
    'Firmennummer',
    'Steuernummer',
  ],
  email: [
    'Пошта',
    'Почта',
    'Е-mail',
    'Email address',
    'Mail',
    'Імейл',
    'Ел. пошта',
    'Эл. почта',
    'Elektroninis paštas',
    'E-Mail-Adresse',
  ],
  country_code: ['Код країни', 'Country code', 'Код страны'],
  phone: [
    'Номер телефону',
    'Номер телефона',
    'Phone number',
    'Mobile',
    'Мобільний',
    'Мобильный',
    'Tel',
    'Тел',
    'Telefono numeris',
    'Telefonnummer',
    'Handy',
    'phone_e164',
  ],
  tariff: ['Тарифний план', 'Тарифный план', 'Plan', 'tariff_name', 'tariff_id'],
  manager: ['Відповідальний', 'Ответственный', 'Responsible', 'manager_id'],
  address: ['Adresse'],
  vat_number: ['ПДВ', 'VAT'],
  registration_source: ['Джерело', 'Источник', 'Source', 'Šaltinis', 'Quelle'],
  promo_code: ['Nuolaidos kodas'],
  payment_mfo: ['МФО', 'MFO', 'BIC'],
  payment_account: ['IBAN', 'Розрахунковий рахунок', 'Рахунок', 'Счёт'],
  payment_product: ['Призначення платежу', 'Назначение платежа'],
  documents_email: ['Пошта для документів', 'Почта для документов'],
};

/** Names of each field in our own files, by language: the names of the list's columns. */
export type OwnHeadings = readonly Readonly<Record<string, unknown>>[];

/** Matches columns to fields by their headings; of two columns for one field the first is taken. */
export function guessedMapping(
  names: readonly string[],
  own: OwnHeadings,
  fields: readonly ShownField[] = [],
): Mapping {
  const known = new Map<string, MappedField>([
    ...fields.flatMap((field) => wordsOf(field).map((word) => [word, ownFieldName(field)] as const)),
    // The fields of every client come before those with the same name.
    ...importedFieldNames.flatMap((field) => wordsFor(field, own).map((word) => [word, field] as const)),
  ]);
  const mapping: Mapping = {};
  names.forEach((name, column) => {
    const field = known.get(wordKey(name));
    if (field) mapping[field] ??= column;
  });
  return mapping;
}

/** An own field is called by its key or by its name in any language. */
function wordsOf(field: ShownField): string[] {
  const names = Object.values(field.translations).map(({ name }) => name);
  return [ownFieldName(field), field.key, ...names].map(wordKey);
}

function wordsFor(field: ImportedFieldName, own: OwnHeadings): string[] {
  const column = field === 'tariff' ? 'tariff_name' : field;
  const ours = own.flatMap((fields) => (typeof fields[column] === 'string' ? [fields[column]] : []));
  return [field, ...ours, ...(otherHeadings[field] ?? [])].map(wordKey);
}

/** The key by which words are compared: only letters and digits, in lower case. */
export function wordKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
