import type { Db } from '#server/db/tables.ts';

type Texts = [uk: string, en: string, ru: string, lt: string, de: string];

interface FeatureSeed {
  id: string;
  key: string;
  names: Texts;
  sentences: Texts;
  children?: FeatureSeed[];
}

/** What the reference cabinet has, and nothing else: the demo sells no promises (docs/decisions/0224). */
const features: FeatureSeed[] = [
  {
    id: '0198c000-0000-7000-8000-000000000001',
    key: 'sales',
    names: ['Продажі', 'Sales', 'Продажи', 'Pardavimai', 'Verkauf'],
    sentences: [
      'Продавайте з комп’ютера чи телефона за кілька натискань.',
      'Sell from a computer or a phone in a few taps.',
      'Продавайте с компьютера или телефона в несколько нажатий.',
      'Parduokite kompiuteriu ar telefonu vos keliais paspaudimais.',
      'Verkaufen Sie am Computer oder Telefon mit wenigen Handgriffen.',
    ],
    children: [
      {
        id: '0198c000-0000-7000-8000-000000000002',
        key: 'sales.receipts',
        names: ['Чеки', 'Receipts', 'Чеки', 'Kvitai', 'Bons'],
        sentences: [
          'Друкуйте чек відразу після продажу й знаходьте його за номером чи сумою.',
          'Print a receipt right after the sale and find it later by its number or amount.',
          'Печатайте чек сразу после продажи и находите его по номеру или сумме.',
          'Spausdinkite kvitą iškart po pardavimo ir vėliau raskite jį pagal numerį ar sumą.',
          'Drucken Sie den Bon gleich nach dem Verkauf und finden Sie ihn über Nummer oder Betrag wieder.',
        ],
      },
      {
        id: '0198c000-0000-7000-8000-000000000004',
        key: 'sales.discounts',
        names: ['Знижки', 'Discounts', 'Скидки', 'Nuolaidos', 'Rabatte'],
        sentences: [
          'Зробіть знижку на весь чек: у відсотках або сумою.',
          'Take a percentage or an amount off the whole receipt.',
          'Сделайте скидку на весь чек: в процентах или суммой.',
          'Pritaikykite nuolaidą visam kvitui: procentais arba suma.',
          'Geben Sie Rabatt auf den ganzen Bon: in Prozent oder als Betrag.',
        ],
      },
    ],
  },
  {
    id: '0198c000-0000-7000-8000-000000000005',
    key: 'goods',
    names: ['Облік товарів', 'Stock tracking', 'Учёт товаров', 'Prekių apskaita', 'Bestandsführung'],
    sentences: [
      'Завантажте товари з таблиці й завжди знайте залишок.',
      'Import your products from a spreadsheet and always know what is in stock.',
      'Загрузите товары из таблицы и всегда знайте остаток.',
      'Įkelkite prekes iš lentelės ir visada žinokite jų likutį.',
      'Laden Sie Ihre Artikel aus einer Tabelle und behalten Sie den Bestand im Blick.',
    ],
  },
  {
    id: '0198c000-0000-7000-8000-000000000009',
    key: 'reports',
    names: ['Звіти', 'Reports', 'Отчёты', 'Ataskaitos', 'Berichte'],
    sentences: [
      'Виручка, повернення й найпопулярніші товари за місяць.',
      'A month’s revenue, returns and best-selling products.',
      'Выручка, возвраты и самые популярные товары за месяц.',
      'Mėnesio pajamos, grąžinimai ir perkamiausios prekės.',
      'Umsatz, Rückgaben und die meistverkauften Artikel eines Monats.',
    ],
    children: [
      {
        id: '0198c000-0000-7000-8000-00000000000a',
        key: 'reports.export',
        names: [
          'Експорт звітів',
          'Report export',
          'Экспорт отчётов',
          'Ataskaitų eksportas',
          'Berichtsexport',
        ],
        sentences: [
          'Завантажте звіт файлом для бухгалтера.',
          'Download the report as a file for your accountant.',
          'Скачайте отчёт файлом для бухгалтера.',
          'Atsisiųskite ataskaitą kaip failą ir perduokite buhalteriui.',
          'Laden Sie den Bericht als Datei für Ihre Buchhaltung herunter.',
        ],
      },
    ],
  },
];

/** The features of the demo's product; a new installation has only "Access". Gives their ids by key. */
export async function insertFeatures(tx: Db, now: Date): Promise<Map<string, string>> {
  const rows = rowsOf(features, null);
  await tx
    .insertInto('features')
    .values(
      rows.map(({ names, sentences, ...row }) => {
        const [uk, en, ru, lt, de] = names.map((name, at) => ({ name, description: sentences[at] }));
        return {
          ...row,
          archived: false,
          updated_at: now,
          translations: JSON.stringify({ uk, en, ru, lt, de }),
        };
      }),
    )
    .execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}

function rowsOf(
  seeds: readonly FeatureSeed[],
  parent: string | null,
): (Omit<FeatureSeed, 'children'> & {
  parent_id: string | null;
  position: number;
})[] {
  return seeds.flatMap(({ children = [], ...seed }, position) => [
    { ...seed, parent_id: parent, position },
    ...rowsOf(children, seed.id),
  ]);
}
