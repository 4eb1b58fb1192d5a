import { type ImportedFieldName, importedFieldNames } from '#contract/client-import.ts';

/** Which column of a file has a field, by the column's place. */
export type Mapping = Partial<Record<ImportedFieldName, number>>;

/**
 * What each field is called in a file: our own export's headings in five languages (a test compares them), the names in
 * the API, and what other systems say. Compared without case, spaces and signs.
 */
const headings: Record<ImportedFieldName, readonly string[]> = {
  name: [
    'Назва або ім’я',
    'Name',
    'Название или имя',
    'Vardas arba pavadinimas',
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
  type: [
    'Тип',
    'Type',
    'Tipas',
    'Art',
    'Тип клієнта',
    'Тип клиента',
    'Client type',
    'Kliento tipas',
    'Kundenart',
  ],
  ident: [
    'ІПН / ЄДРПОУ',
    'Tax or company code',
    'ИНН / ЕГРПОУ',
    'Asmens ar įmonės kodas',
    'Steuer- oder Firmennummer',
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
    'Електронна пошта',
    'E-mail',
    'Электронная почта',
    'El. paštas',
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
  country_code: ['Країна', 'Country', 'Страна', 'Šalis', 'Land', 'Код країни', 'Country code', 'Код страны'],
  phone: [
    'Телефон',
    'Phone',
    'Telefonas',
    'Telefon',
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
  tariff: [
    'Тариф',
    'Tariff',
    'Tarifas',
    'Tarif',
    'Тарифний план',
    'Тарифный план',
    'Plan',
    'tariff_name',
    'tariff_id',
  ],
  billing_period: ['Період оплати', 'Billing period', 'Период оплаты', 'Mokėjimo laikotarpis', 'Abrechnung'],
  manager: [
    'Менеджер',
    'Manager',
    'Vadybininkas',
    'Betreuer',
    'Відповідальний',
    'Ответственный',
    'Responsible',
    'manager_id',
  ],
  locale: ['Мова', 'Language', 'Язык', 'Kalba', 'Sprache'],
  address: ['Адреса', 'Address', 'Адрес', 'Adresas', 'Anschrift', 'Adresse'],
  vat_number: [
    'Номер платника ПДВ',
    'VAT number',
    'Номер плательщика НДС',
    'PVM mokėtojo kodas',
    'USt-IdNr.',
    'ПДВ',
    'VAT',
  ],
  registration_source: [
    'Джерело реєстрації',
    'Registration source',
    'Источник регистрации',
    'Registracijos šaltinis',
    'Herkunft',
    'Джерело',
    'Источник',
    'Source',
    'Šaltinis',
    'Quelle',
  ],
  promo_code: ['Промокод', 'Promo code', 'Akcijos kodas', 'Nuolaidos kodas', 'Aktionscode'],
  monthly_turnover_limit: [
    'Власний ліміт обороту',
    'Own turnover limit',
    'Свой лимит оборота',
    'Individualus apyvartos limitas',
    'Eigenes Umsatzlimit',
  ],
  goods_quantity: [
    'Власний ліміт товарів',
    'Own goods limit',
    'Свой лимит товаров',
    'Individualus prekių limitas',
    'Eigenes Warenlimit',
  ],
  payment_payer: ['Платник', 'Payer', 'Плательщик', 'Mokėtojas', 'Zahler'],
  payment_code: ['Код платника', 'Payer’s code', 'Код плательщика', 'Mokėtojo kodas', 'Nummer des Zahlers'],
  payment_ipn: [
    'ІПН платника',
    'Payer’s tax number',
    'ИНН плательщика',
    'Mokėtojo mokesčių numeris',
    'Steuernummer des Zahlers',
  ],
  payment_bank: ['Банк', 'Bank', 'Bankas'],
  payment_mfo: [
    'МФО банку',
    'Bank code (MFO)',
    'МФО банка',
    'Banko kodas',
    'Bankleitzahl (MFO)',
    'МФО',
    'MFO',
    'BIC',
  ],
  payment_account: ['Рахунок', 'Account', 'Счёт', 'Sąskaita', 'Konto', 'IBAN', 'Розрахунковий рахунок'],
  payment_address: [
    'Адреса платника',
    'Payer’s address',
    'Адрес плательщика',
    'Mokėtojo adresas',
    'Anschrift des Zahlers',
  ],
  payment_phone: [
    'Телефон платника',
    'Payer’s phone',
    'Телефон плательщика',
    'Mokėtojo telefonas',
    'Telefon des Zahlers',
  ],
  payment_product: [
    'Призначення платежу',
    'Product on the invoice',
    'Назначение платежа',
    'Mokėjimo paskirtis',
    'Verwendungszweck',
  ],
};

const fieldByHeading = new Map(
  importedFieldNames.flatMap((field) =>
    [field, ...headings[field]].map((text) => [wordKey(text), field] as const),
  ),
);

/** Which column has which field, as far as the headings tell; of two columns for one field the first. */
export function guessedMapping(names: readonly string[]): Mapping {
  const mapping: Mapping = {};
  names.forEach((name, column) => {
    const field = fieldByHeading.get(wordKey(name));
    if (field) mapping[field] ??= column;
  });
  return mapping;
}

/** What words are compared by: letters and digits alone, in lower case. */
export function wordKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
