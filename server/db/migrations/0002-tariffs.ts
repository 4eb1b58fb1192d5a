import { type Kysely, sql } from 'kysely';

/** Features, tariffs and the one tariff of an empty installation: "Start", free, with everything (API.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table features (
      id uuid primary key,
      key text not null unique,
      parent_id uuid references features,
      position integer not null,
      translations jsonb not null
    )`.execute(db);
  await sql`
    create table tariffs (
      id uuid primary key,
      price_month bigint not null check (price_month >= 0),
      price_year bigint not null check (price_year >= 0),
      monthly_turnover_limit bigint,
      goods_quantity integer,
      recommended_days integer not null check (recommended_days > 0),
      translations jsonb not null,
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table tariff_features (
      tariff_id uuid not null references tariffs,
      feature_id uuid not null references features,
      primary key (tariff_id, feature_id)
    )`.execute(db);
  await insertFeatures(db, features, null);
  await insertStart(db);
}

interface FeatureSeed {
  id: string;
  key: string;
  names: [uk: string, en: string, ru: string, lt: string, de: string];
  children?: FeatureSeed[];
}

// A shop's point of sale, the product that the specification has in mind; an operator edits texts and tariffs.
const features: FeatureSeed[] = [
  {
    id: '0198c000-0000-7000-8000-000000000001',
    key: 'sales',
    names: ['Продажі', 'Sales', 'Продажи', 'Pardavimai', 'Verkauf'],
    children: [
      {
        id: '0198c000-0000-7000-8000-000000000002',
        key: 'sales.receipts',
        names: ['Чеки', 'Receipts', 'Чеки', 'Kvitai', 'Belege'],
      },
      {
        id: '0198c000-0000-7000-8000-000000000003',
        key: 'sales.returns',
        names: ['Повернення', 'Returns', 'Возвраты', 'Grąžinimai', 'Retouren'],
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
    names: ['Товари', 'Goods', 'Товары', 'Prekės', 'Waren'],
    children: [
      {
        id: '0198c000-0000-7000-8000-000000000006',
        key: 'goods.stock',
        names: [
          'Складський облік',
          'Stock keeping',
          'Складской учёт',
          'Sandėlio apskaita',
          'Lagerverwaltung',
        ],
      },
      {
        id: '0198c000-0000-7000-8000-000000000007',
        key: 'goods.suppliers',
        names: ['Постачальники', 'Suppliers', 'Поставщики', 'Tiekėjai', 'Lieferanten'],
      },
    ],
  },
  {
    id: '0198c000-0000-7000-8000-000000000008',
    key: 'staff',
    names: ['Працівники', 'Employees', 'Сотрудники', 'Darbuotojai', 'Mitarbeitende'],
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
  {
    id: '0198c000-0000-7000-8000-00000000000b',
    key: 'api',
    names: ['Доступ до API', 'API access', 'Доступ к API', 'API prieiga', 'API-Zugang'],
  },
];

async function insertFeatures(
  db: Kysely<unknown>,
  seeds: FeatureSeed[],
  parent: string | null,
): Promise<void> {
  for (const [position, { id, key, names, children = [] }] of seeds.entries()) {
    const [uk, en, ru, lt, de] = names.map((name) => ({ name }));
    const translations = JSON.stringify({ uk, en, ru, lt, de });
    await sql`insert into features (id, key, parent_id, position, translations)
      values (${id}, ${key}, ${parent}, ${position}, ${translations})`.execute(db);
    await insertFeatures(db, children, id);
  }
}

async function insertStart(db: Kysely<unknown>): Promise<void> {
  const id = '0198c000-0000-7000-8000-000000000100';
  const translations = JSON.stringify({
    uk: { name: 'Старт', description: '', subtitle: 'Щоб почати' },
    en: { name: 'Start', description: '', subtitle: 'To begin with' },
    ru: { name: 'Старт', description: '', subtitle: 'Чтобы начать' },
    lt: { name: 'Startas', description: '', subtitle: 'Pradžiai' },
    de: { name: 'Start', description: '', subtitle: 'Für den Anfang' },
  });
  await sql`insert into tariffs (id, price_month, price_year, recommended_days, translations, created_at, updated_at)
    values (${id}, 0, 0, 30, ${translations}, now(), now())`.execute(db);
  await sql`insert into tariff_features select ${id}, id from features`.execute(db);
}
