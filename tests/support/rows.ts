import type { Document } from '#contract/entities/document.ts';
import type { Partner } from '#contract/entities/partner.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import type { Metric, UsedMetric } from '#contract/entities/catalogue/metric.ts';
import type { Feature } from '#contract/entities/catalogue/feature.ts';
import { type SettingKey, settings } from '#contract/company/settings.ts';
import type { Setting } from '#contract/entities/setting.ts';

/** Rows as the API answers them, for the panel over a fake server. */

const at = '2026-01-01T00:00:00.000Z';
export const tariffId = '0197a000-0000-7000-8000-000000000001';
export const featureId = '0197a000-0000-7000-8000-00000000000f';
/** Of a 409 `stale`: the colleague who was faster. */
export const changedBy = { changed_by: 'Iryna', changed_by_id: '0197a000-0000-7000-8000-00000000000c' };

export const sales: Feature = {
  id: featureId,
  key: 'sales',
  parent_id: null,
  translations: { en: { name: 'Sales' } },
};

/** The metrics of the first start, which this installation uses. */
export const usedMetrics: readonly UsedMetric[] = [
  { key: 'monthly_turnover', name: 'Turnover', unit: 'money', period: 'month' },
  { key: 'goods_count', name: 'Goods', unit: 'count', period: 'now' },
  { key: 'cash_registers', name: 'Cash registers', unit: 'count', period: 'now' },
];

export function metric(used: UsedMetric, more: Partial<Metric> = {}): Metric {
  return {
    id: `metric-${used.key}`,
    ...used,
    translations: {},
    tariffs_count: 1,
    reported_at: at,
    in_use: true,
    built_in: true,
    created_at: at,
    updated_at: at,
    ...more,
  };
}

export function tariff(more: Partial<Tariff> = {}): Tariff {
  return {
    id: tariffId,
    name: 'Start',
    price_month: 19950,
    price_year: 199907,
    monthly_turnover_limit: null,
    limits: [{ metric: 'goods_count', limit: 100 }],
    goods_quantity: 100,
    recommended_days: 30,
    visibility: 'public',
    link_code: null,
    trial_days: null,
    position: 1,
    archived_at: null,
    clients_count: 3,
    permissions: [sales],
    translations: {
      uk: { name: 'Старт', subtitle: '', description: '' },
      en: { name: 'Start', subtitle: '', description: '' },
    },
    created_at: at,
    updated_at: at,
    ...more,
  };
}

export function documentRow(more: Partial<Document> = {}): Document {
  return {
    id: '0197a000-0000-7000-8000-00000000000d',
    number: 'PF-2026-000007',
    kind: 'proforma',
    status: 'open',
    client: { id: '0197a000-0000-7000-8000-00000000000e', name: 'Olena' },
    client_name: 'Olena',
    client_deleted: false,
    issued_on: '2026-01-01',
    due_on: '2026-01-15',
    currency: 'UAH',
    net: 45_000,
    tax: 0,
    total: 45_000,
    paid_amount: 0,
    paid_at: null,
    lines: [{ title: 'Top-up', quantity: 1, unit_price: 45_000, amount: 45_000 }],
    payment_id: null,
    corrects_id: null,
    locale: 'uk',
    created_by: null,
    created_at: at,
    ...more,
  };
}

export function partner(more: Partial<Partner> = {}): Partner {
  return {
    id: '0197a000-0000-7000-8000-000000000002',
    name: 'Dnipro Bank',
    code: 'dnipro',
    kind: 'bank',
    free_period_days: null,
    tariff_ids: null,
    clients_count: 0,
    created_at: at,
    updated_at: at,
    ...more,
  };
}

/** Every general setting, these with values of their own. */
export function settingRows(values: Partial<Record<SettingKey, unknown>> = {}, version = at): Setting[] {
  return (Object.keys(settings) as SettingKey[]).map((key, place) => {
    const own = values[key];
    const { default: usual } = settings[key];
    return {
      id: `0197a000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`,
      key,
      value: own ?? usual,
      default: usual,
      is_default: own === undefined,
      fallback: null,
      updated_at: own === undefined ? null : version,
    };
  });
}
