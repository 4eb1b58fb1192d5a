import type { Db } from '#server/db/tables.ts';

interface FeatureSeed {
  id: string;
  key: string;
  names: [uk: string, en: string, ru: string, lt: string, de: string];
  children?: FeatureSeed[];
}

/** What the reference cabinet has, and nothing else: the demo sells no promises (docs/decisions/0224). */
const features: FeatureSeed[] = [
  {
    id: '0198c000-0000-7000-8000-000000000001',
    key: 'sales',
    names: ['Продажі', 'Sales', 'Продажи', 'Pardavimai', 'Verkauf'],
    children: [
      {
        id: '0198c000-0000-7000-8000-000000000002',
        key: 'sales.receipts',
        names: ['Чеки', 'Receipts', 'Чеки', 'Kvitai', 'Bons'],
      },
      {
        id: '0198c000-0000-7000-8000-000000000004',
        key: 'sales.discounts',
        names: ['Знижки', 'Discounts', 'Скидки', 'Nuolaidos', 'Rabatte'],
      },
    ],
  },
  {
    id: '0198c000-0000-7000-8000-000000000005',
    key: 'goods',
    names: ['Товари', 'Products', 'Товары', 'Prekės', 'Artikel'],
  },
  {
    id: '0198c000-0000-7000-8000-000000000009',
    key: 'reports',
    names: ['Звіти', 'Reports', 'Отчёты', 'Ataskaitos', 'Berichte'],
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
      rows.map(({ names, ...row }) => {
        const [uk, en, ru, lt, de] = names.map((name) => ({ name }));
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
