import { sql } from 'kysely';
import { clientTexts } from '#contract/entities/client.ts';
import type { Db, Tables } from '#server/db/tables.ts';

type TableName = keyof Tables;
type Read = (db: Db, clientId: string) => Promise<object[]>;

/**
 * What a client's file of all data has of each table, as `data/TABLE.json`. A table with a client's id is here or in
 * `leftOut`; a test compares both with the database.
 */
export const exportedTables: { [Table in TableName]?: Read } = {
  clients: (db, id) =>
    db
      .selectFrom('clients as c')
      .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
      .leftJoin('partners as p', 'p.id', 'c.partner_id')
      .select([
        'c.id',
        'c.name',
        'c.type',
        'c.email',
        'c.pending_email',
        'c.confirmed_at',
        'c.country_code',
        'c.phone',
        'c.phone_e164',
        'c.ident',
        'c.locale',
        'c.status',
        't.translations as tariff',
        'c.billing_period',
        'c.tariff_since',
        'c.trial_ends',
        'c.balance',
        'c.lasts_until',
        'c.cash_registers',
        'c.monthly_turnover',
        'c.goods_count',
        'c.monthly_turnover_limit',
        'c.goods_quantity',
        'c.last_visit',
        'c.last_login',
        'c.source',
        'p.name as partner',
        'c.utm_source',
        'c.utm_medium',
        'c.utm_campaign',
        'c.offer_version',
        'c.domain',
        'c.own_domain',
        'c.cabinet_status',
        'c.created_at',
        'c.updated_at',
        'c.closes_at',
        'c.close_reason',
        'c.close_erases',
        ...clientTexts.map((name) => sql.ref<string | null>(`c.${name}`).as(name)),
      ])
      .where('c.id', '=', id)
      .execute(),
  members: (db, id) =>
    db
      .selectFrom('members as m')
      .innerJoin('persons as p', 'p.id', 'm.person_id')
      .select(['p.id as person_id', 'p.name', 'p.email', 'p.phone', 'p.locale', 'm.role', 'm.created_at'])
      .where('m.client_id', '=', id)
      .orderBy('m.created_at')
      .execute(),
  client_limits: (db, id) =>
    db
      .selectFrom('client_limits as l')
      .innerJoin('metrics as m', 'm.id', 'l.metric_id')
      .select(['m.key as metric', 'l.most'])
      .where('l.client_id', '=', id)
      .execute(),
  client_metrics: (db, id) =>
    db
      .selectFrom('client_metrics as u')
      .innerJoin('metrics as m', 'm.id', 'u.metric_id')
      .select(['m.key as metric', 'u.used', 'u.reported_at'])
      .where('u.client_id', '=', id)
      .execute(),
  client_discounts: (db, id) =>
    db
      .selectFrom('client_discounts')
      .select(['percent', 'amount', 'periods', 'created_at', 'ended_at'])
      .where('client_id', '=', id)
      .orderBy('created_at')
      .execute(),
  promo_redemptions: (db, id) =>
    db
      .selectFrom('promo_redemptions as r')
      .innerJoin('promo_codes as p', 'p.id', 'r.promo_code_id')
      .select(['p.code', 'r.free_days', 'r.created_at'])
      .where('r.client_id', '=', id)
      .execute(),
  ledger_entries: (db, id) =>
    db
      .selectFrom('ledger_entries')
      .select([
        'id',
        'kind',
        'service',
        'amount',
        'balance_after',
        'discount',
        'invoice',
        'period_start',
        'period_end',
        'reverses_id',
        'value_date',
        'created_at',
      ])
      .where('client_id', '=', id)
      .orderBy('position')
      .execute(),
  documents: (db, id) =>
    db
      .selectFrom('documents')
      .select([
        'id',
        'kind',
        'number',
        'status',
        'currency',
        'net',
        'tax',
        'total',
        'paid_amount',
        'issued_on',
        'due_on',
        'paid_at',
        'corrects_id',
        'locale',
        'content',
      ])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute(),
  payments: (db, id) =>
    db
      .selectFrom('payments')
      .select([
        'id',
        'status',
        'method',
        'provider',
        'amount',
        'refunded',
        'currency',
        'value_date',
        'payer_name',
        'payer_code',
        'payer_account',
        'purpose',
        'document_id',
        'ledger_entry_id',
        'created_at',
      ])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute(),
  refunds: (db, id) =>
    db
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select(['r.id', 'r.payment_id', 'r.status', 'r.amount', 'r.reference', 'r.created_at'])
      .where('p.client_id', '=', id)
      .orderBy('r.id')
      .execute(),
  payment_cards: (db, id) =>
    db
      .selectFrom('payment_cards')
      .select(['provider', 'brand', 'last4', 'exp_month', 'exp_year', 'created_at', 'removed_at'])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute(),
  auto_top_ups: (db, id) =>
    db
      .selectFrom('auto_top_ups')
      .select(['enabled', 'moment', 'threshold', 'amount', 'stopped', 'updated_at'])
      .where('client_id', '=', id)
      .execute(),
  auto_charges: (db, id) =>
    db
      .selectFrom('auto_charges')
      .select(['status', 'amount', 'tries', 'created_at'])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute(),
  emails: (db, id) =>
    db
      .selectFrom('emails')
      .select(['to_address', 'kind', 'locale', 'subject', 'text', 'status', 'created_at', 'sent_at'])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute(),
  client_values: (db, id) =>
    db
      .selectFrom('client_values as v')
      .innerJoin('client_fields as f', 'f.id', 'v.field_id')
      .select(['f.key', 'v.text', 'v.number', 'v.day'])
      .where('v.client_id', '=', id)
      .execute(),
  sessions: (db, id) =>
    db
      .selectFrom('sessions')
      .select(['account_id as person_id', 'ip', 'user_agent', 'created_at', 'last_used_at', 'ends_at'])
      .where('kind', '=', 'customer')
      .where((eb) =>
        eb.or([eb('client_id', '=', id), eb.and([eb('client_id', 'is', null), eb('account_id', '=', id)])]),
      )
      .orderBy('created_at')
      .execute(),
  cabinet_sign_ins: (db, id) =>
    db
      .selectFrom('cabinet_sign_ins')
      .select([
        'signed_in_at',
        'ended_at',
        // A colleague's browser is not the customer's.
        sql<string | null>`case when acting_user_id is null then user_agent end`.as('user_agent'),
        sql<string>`case when acting_user_id is null then 'customer' else 'staff' end`.as('by'),
      ])
      .where('client_id', '=', id)
      .orderBy('signed_in_at')
      .execute(),
  // Of colleagues only that they did something: names and values are the operator's.
  audit_entries: (db, id) =>
    db
      .selectFrom('audit_entries')
      .select((eb) => {
        const ofCustomer = (column: 'actor_name' | 'ip' | 'device') =>
          eb.case().when('actor_kind', 'in', ['customer', 'nobody']).then(eb.ref(column)).end().as(column);
        return [
          'at',
          'kind',
          'action',
          'actor_kind',
          ofCustomer('actor_name'),
          ofCustomer('ip'),
          ofCustomer('device'),
          sql<unknown>`case when actor_kind = 'customer' then changes end`.as('changes'),
        ];
      })
      .where('client_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  own_domains: (db, id) =>
    db
      .selectFrom('own_domains')
      .select(['domain', 'state', 'asked_at', 'checked_at', 'active_at'])
      .where('client_id', '=', id)
      .execute(),
  wanted_addresses: (db, id) =>
    db.selectFrom('wanted_addresses').select(['label', 'chosen_at']).where('client_id', '=', id).execute(),
  announcements_put_away: (db, id) =>
    db
      .selectFrom('announcements_put_away')
      .select(['announcement_id', 'at'])
      .where('client_id', '=', id)
      .execute(),
  data_exports: (db, id) =>
    db
      .selectFrom('data_exports')
      .select(['asked_at', 'ready_at', 'downloaded_at', 'cabinet'])
      .where('client_id', '=', id)
      .orderBy('asked_at')
      .execute(),
};

/** Tables with a client's id that the file says nothing of, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  alarms: 'what was wrong for the operator',
  announcement_mails: 'says which emails are written already; the emails are in the file',
  audit_seals: 'proves the audit log, names nobody',
  bulk_rows: 'work of the operator; what it did to the client is in the history',
  cabinet_backups: 'the data of the cabinet itself is in the file',
  cabinet_deletions: 'the operator’s record of what was deleted; the history says it too',
  cabinet_findings: 'technical: what a driver reported',
  cabinet_messages: 'technical: which message was received',
  cabinet_persons: 'technical: from when sessions hold',
  cabinet_steps: 'technical: how the cabinet was made',
  cabinet_tickets: 'secrets for some seconds',
  cabinets: 'technical, with secrets of the cabinet',
  erasures: 'of clients who are gone',
  events: 'copies for other systems of what is in the file',
  client_facts: 'what lists sort by, from the client’s row',
  client_search: 'what lists search by, from the client’s row',
  client_usage: 'what lists sort by, from the client’s row',
  member_invitations: 'for people who have not joined; the history says whom',
  notes: 'what colleagues write to each other',
  one_time_links: 'secrets',
  person_passkeys: 'keys that prove a person, and no data about them',
  person_recovery_codes: 'secrets',
  person_two_factor_secrets: 'secrets',
  period_proformas: 'says which documents were issued by themselves; the documents are in the file',
  revenue_moves: 'figures of the operator’s revenue, made from the ledger',
  sign_in_places: 'hashes that nobody can read',
  taggings: 'how colleagues sort clients',
  webhook_deliveries: 'copies for other systems of what is in the file',
};
