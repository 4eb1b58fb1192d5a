import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Document } from '#contract/entities/document.ts';
import type { Partner } from '#contract/entities/partner.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import type { Metric, UsedMetric } from '#contract/catalogue/metric.ts';
import type { Feature } from '#contract/catalogue/feature.ts';
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
    coming_price: null,
    monthly_turnover_limit: null,
    limits: [{ metric: 'goods_count', limit: 100 }],
    goods_quantity: 100,
    recommended_days: 30,
    visibility: 'public',
    link_code: null,
    trial_days: null,
    position: 1,
    recommended: false,
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
    remaining: 45_000,
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

/** A client on the tariff above, as its page has it; the list has the same and more than it needs. */
export function clientDetails(more: Partial<ClientDetails> = {}): ClientDetails {
  return {
    id: '0197a000-0000-7000-8000-00000000000e',
    name: 'Olena',
    type: 'individual',
    status: 'active',
    blocked_by_hand: false,
    block_reason: null,
    email: 'olena@example.com',
    country_code: 'UA',
    phone: '501234567',
    phone_e164: '+380501234567',
    ident: '1234567899',
    manager_id: null,
    manager: null,
    tariff_id: tariffId,
    tariff_name: 'Start',
    billing_period: 'month',
    tags: [],
    custom: {},
    next_tariff: null,
    trialEnds: null,
    remaining_days: null,
    balance: 0,
    recommended_amount: 0,
    currency: 'UAH',
    lasts_until: null,
    blocked_at: null,
    deletion_at: null,
    last_top_up: null,
    cabinet_status: 'active',
    cabinet_url: null,
    domain: null,
    own_domain: null,
    created_at: at,
    last_visit: null,
    last_login: null,
    registration_source: null,
    promo_code: null,
    source: 'direct',
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    cash_registers: 0,
    monthly_turnover: 0,
    monthly_turnover_limit: null,
    goods_count: 0,
    goods_quantity: null,
    over_limit: false,
    address: null,
    vat_number: null,
    contact_person: null,
    payment_payer: null,
    payment_code: null,
    payment_ipn: null,
    payment_bank: null,
    payment_mfo: null,
    payment_account: null,
    payment_address: null,
    payment_phone: null,
    payment_product: null,
    documents_email: null,
    locale: 'uk',
    deleted_at: null,
    closes_at: null,
    close_reason: null,
    close_erases: false,
    deleted_reason: null,
    erased_at: null,
    erasure: null,
    updated_at: at,
    next_payment: null,
    stops_at: null,
    deleted_by: null,
    awaits: null,
    pending_email: null,
    pinned_note: null,
    limits: [],
    usage: [],
    cabinet: {
      status: 'active',
      steps: [],
      error: null,
      own_domain: null,
      host_away_since: null,
      created_at: at,
      ready_at: at,
      task: null,
      backups: [],
      deletions: [],
    },
    ...more,
  };
}
