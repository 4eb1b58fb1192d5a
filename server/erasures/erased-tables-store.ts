import { type RawBuilder, sql } from 'kysely';
import { clientTexts } from '#contract/entities/client.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { erasedText } from '#server/documents/document-store.ts';

/** SQL that takes what is personal out of every table. */

/** Who is erased. In a later pass over the same client the addresses are known no more. */
export interface ErasedSubject {
  clientId: string;
  /** Members of no other client: erased with it. */
  personIds: readonly string[];
  /** The addresses of these, folded. */
  addresses: readonly string[];
  /** Addresses that may be somebody else's too: of invitations, and for copies of documents. */
  otherAddresses: readonly string[];
  /** How the client was called. */
  name: string | null;
  now: Date;
}

type Erase = (subject: ErasedSubject) => RawBuilder<unknown>;

const persons = ({ personIds }: ErasedSubject) => sql`any(${personIds}::uuid[])`;
const addresses = ({ addresses: known }: ErasedSubject) => sql`any(${known}::text[])`;
const client = ({ clientId }: ErasedSubject) => sql`${clientId}::uuid`;
const allAddresses = ({ addresses: known, otherAddresses }: ErasedSubject) => [...known, ...otherAddresses];
/** A key made of an id or an address. */
const named = (column: RawBuilder<unknown>, subject: ErasedSubject) =>
  sql`exists (select from unnest(${[subject.clientId, ...subject.personIds, ...allAddresses(subject)]}::text[]) as part
    where position(part in ${column}) > 0)`;
/** What the client is known by in a text; a short name is a part of others. */
const wordsOf = (subject: ErasedSubject) => [
  subject.clientId,
  ...allAddresses(subject),
  ...(subject.name !== null && subject.name.length >= 5 ? [subject.name] : []),
];
/** All but the operator's own code, whose uses are counted. */
const personalTexts = clientTexts.filter((name) => name !== 'promo_code');
const rowsOf =
  (table: keyof Tables): Erase =>
  (subject) =>
    sql`delete from ${sql.table(table)} where client_id = ${client(subject)}`;

/**
 * What an erasure does to each table, in this order. A table is here or in `nothingPersonal`; a test compares both with
 * the database, and another looks for every value that was there (docs/decisions/0196).
 */
export const erasedTables: readonly (readonly [keyof Tables, Erase])[] = [
  [
    'one_time_links',
    (subject) => sql`
      delete from one_time_links where account_id = ${persons(subject)} or lower(email) = ${addresses(subject)}
        or account_id in (select id from member_invitations
          where client_id = ${client(subject)} or email_key = ${addresses(subject)})`,
  ],
  [
    'member_invitations',
    (subject) => sql`
      delete from member_invitations where client_id = ${client(subject)} or email_key = ${addresses(subject)}`,
  ],
  [
    'sessions',
    (subject) => sql`
      delete from sessions where kind = 'customer'
        and (client_id = ${client(subject)} or account_id = ${persons(subject)})`,
  ],
  [
    'sign_in_places',
    (subject) => sql`
      delete from sign_in_places where account_kind = 'customer' and account_id = ${persons(subject)}`,
  ],
  [
    'login_failures',
    (subject) => sql`
      delete from login_failures where account_kind = 'customer' and email_key = ${addresses(subject)}`,
  ],
  ['rate_limits', (subject) => sql`delete from rate_limits where ${named(sql`key`, subject)}`],
  [
    'idempotency_keys',
    (subject) => sql`
      delete from idempotency_keys where caller = ${subject.clientId} or caller = any(${subject.personIds}::text[])
        or ${named(sql`route`, subject)}`,
  ],
  ['client_values', rowsOf('client_values')],
  ['wanted_addresses', rowsOf('wanted_addresses')],
  ['own_domains', rowsOf('own_domains')],
  ['cabinet_tickets', rowsOf('cabinet_tickets')],
  ['cabinet_sign_ins', rowsOf('cabinet_sign_ins')],
  ['cabinet_persons', rowsOf('cabinet_persons')],
  ['cabinet_findings', rowsOf('cabinet_findings')],
  [
    'comparison_parts',
    (subject) => sql`
      update comparison_parts set seen = coalesce(
        (select jsonb_agg(one) from jsonb_array_elements(seen) as one where one->>'client_id' <> ${subject.clientId}),
        '[]')
      where seen @> jsonb_build_array(jsonb_build_object('client_id', ${subject.clientId}::text))`,
  ],
  [
    'cabinet_backups',
    (subject) => sql`update cabinet_backups set domain = null where client_id = ${client(subject)}`,
  ],
  [
    'cabinet_deletions',
    (subject) => sql`
      update cabinet_deletions set client_name = null, domain = null
      where client_id = ${client(subject)} and num_nonnulls(client_name, domain) > 0`,
  ],
  [
    'data_exports',
    (subject) => sql`
      delete from data_exports where client_id = ${client(subject)} or person_id = ${persons(subject)}`,
  ],
  ['announcements_put_away', rowsOf('announcements_put_away')],
  ['announcement_mails', rowsOf('announcement_mails')],
  ['notes', (subject) => sql`delete from notes where subject = 'client' and subject_id = ${client(subject)}`],
  [
    'taggings',
    (subject) => sql`delete from taggings where subject = 'client' and subject_id = ${client(subject)}`,
  ],
  [
    'client_discounts',
    (subject) => sql`
      update client_discounts set reason = ${erasedText} where client_id = ${client(subject)}`,
  ],
  [
    'ledger_entries',
    (subject) => sql`
      update ledger_entries set note = null where client_id = ${client(subject)} and note is not null`,
  ],
  [
    'payments',
    (subject) => sql`
      update payments set payer_name = null, payer_code = null, payer_account = null, purpose = null, reason = null
      where client_id = ${client(subject)}`,
  ],
  [
    'refunds',
    (subject) => sql`
      update refunds r set reason = ${erasedText}, reference = null, detail = null
      from payments p where p.id = r.payment_id and p.client_id = ${client(subject)}`,
  ],
  [
    'online_payments',
    (subject) => sql`
      update online_payments o set redirect_url = null
      from payments p where p.id = o.payment_id and p.client_id = ${client(subject)}`,
  ],
  ['auto_top_ups', rowsOf('auto_top_ups')],
  [
    'auto_charges',
    (subject) => sql`
      update auto_charges set status = 'dropped', next_try_at = null
      where client_id = ${client(subject)} and status = 'waiting'`,
  ],
  [
    'payment_cards',
    (subject) => sql`
      update payment_cards set token_sealed = null, brand = null, last4 = '····', exp_month = null, exp_year = null,
        removed_at = coalesce(removed_at, ${subject.now})
      where client_id = ${client(subject)}`,
  ],
  // What VIES said of the number, unless another client has it too.
  [
    'vat_checks',
    (subject) => sql`
      delete from vat_checks v using clients c
      where c.id = ${client(subject)} and v.vat_number = upper(regexp_replace(c.vat_number, '[^A-Za-z0-9]', '', 'g'))
        and not exists (select from clients other where other.id <> c.id
          and upper(regexp_replace(other.vat_number, '[^A-Za-z0-9]', '', 'g')) = v.vat_number)`,
  ],
  [
    'bulk_rows',
    (subject) => sql`
      update bulk_rows set name = ${erasedText}, before = null, after = null
      where subject_id = ${client(subject)}`,
  ],
  // Words that were written about several clients at once, once the last of them has them.
  [
    'bulk_runs',
    (subject) => sql`
      update bulk_runs b set input = (
        select coalesce(jsonb_object_agg(key, case when key = any('{reason,subject,body}')
          and value <> 'null' then to_jsonb(${erasedText}::text) else value end), '{}') from jsonb_each(b.input))
      where b.status in ('done', 'stopped', 'undone')
        and exists (select from bulk_rows r where r.run_id = b.id and r.subject_id = ${client(subject)})`,
  ],
  // What other systems are still to be told of is read again, from what the client is now.
  [
    'events',
    (subject) => sql`
      update events set data = case when type = 'alarm.raised' then data || ${JSON.stringify({ name: erasedText })}::jsonb end
      where data is not null and (client_id = ${client(subject)}
        or type = 'alarm.raised' and position(${subject.clientId} in data::text) > 0
        or type = 'alarm.raised' and exists (select from unnest(${allAddresses(subject)}::text[]) as part
          where position(part in lower(data::text)) > 0))`,
  ],
  [
    'webhook_deliveries',
    (subject) => sql`
      update webhook_deliveries set error = null where client_id = ${client(subject)} and error is not null`,
  ],
  [
    'alarms',
    (subject) => sql`
      update alarms set name = null where name is not null
        and (${named(sql`cause`, subject)} or subject_id = ${client(subject)} or lower(name) = ${addresses(subject)}
          or subject_id in (select id from emails where client_id = ${client(subject)}))`,
  ],
  // Colleagues are told of clients by name, in emails of their own.
  [
    'emails',
    (subject) => sql`
      delete from emails where client_id = ${client(subject)} or person_id = ${persons(subject)}
        or lower(to_address) = ${addresses(subject)} and user_id is null
        or user_id is not null and exists (
          select from unnest(${wordsOf(subject)}::text[]) as part
          where position(lower(part) in lower(data::text || coalesce(text, ''))) > 0)`,
  ],
  ['members', rowsOf('members')],
  ['persons', (subject) => sql`delete from persons where id = ${persons(subject)}`],
  [
    'clients',
    (subject) => sql`
      update clients set name = ${erasedName(subject.clientId)}, email = '', email_key = '', phone = '', phone_e164 = '', ident = '', password_hash = null,
        pending_email = null, pending_email_by_staff = false, owner_id = null, block_reason = null,
        deleted_reason = null, close_reason = null, closes_at = null, close_erases = false, utm_source = null, utm_medium = null,
        utm_campaign = null, manager_id = null, own_domain = null, ${sql.join(personalTexts.map((name) => sql`${sql.ref(name)} = null`))},
        erased_at = coalesce(erased_at, ${subject.now})
      where id = ${client(subject)}`,
  ],
];

/** What nothing is erased from, and why. */
export const nothingPersonal: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...([
        'users',
        'api_keys',
        'two_factor_secrets',
        'used_oidc_states',
        'user_passkeys',
        'recovery_codes',
        'roles',
        'saved_views',
      ] as const),
      ...(['view_mails', 'settings', 'announcements', 'alarm_notices', 'cabinet_acting_users'] as const),
    ].map((table) => [table, 'of colleagues']),
  ),
  ...Object.fromEntries(
    [
      ...(['tariffs', 'tariff_prices', 'tariff_features', 'tariff_limits', 'features', 'metrics'] as const),
      ...([
        'partners',
        'promo_codes',
        'offers',
        'client_fields',
        'tags',
        'branding',
        'email_templates',
      ] as const),
      ...(['branding_images', 'bank_statements', 'statement_mappings', 'webhooks'] as const),
    ].map((table) => [table, 'of the operator']),
  ),
  ...Object.fromEntries(
    [
      ...([
        'process_heartbeats',
        'event_listeners',
        'billing_progress',
        'billing_shares',
        'backup_runs',
        'clock_alarms',
      ] as const),
      ...([
        'reconciliations',
        'retention_progress',
        'retention_runs',
        'ledger_proofs',
        'kept_reports',
      ] as const),
      ...(['gateway_failures', 'list_changes', 'schema_migrations', 'document_numbers'] as const),
      ...(['documented_months', 'closed_months', 'cabinet_hosts'] as const),
    ].map((table) => [table, 'of the platform itself: figures and progress']),
  ),
  ...Object.fromEntries(
    [
      ...(['client_limits', 'client_metrics', 'client_usage', 'client_facts', 'revenue_moves'] as const),
      ...(['promo_redemptions', 'period_proformas', 'documented_entries', 'cabinet_messages'] as const),
    ].map((table) => [table, 'ids and figures alone']),
  ),
  audit_entries: 'by the job, once they are sealed',
  audit_seals: 'salts go with the values of their entries',
  audit_unsealed: 'ids alone',
  cabinets: 'by the end of the cabinet',
  cabinet_steps: 'by the end of the cabinet',
  client_search: 'the database writes it from the client’s row',
  documents: 'the law of accounting asks for them; they lose their buyer after `keep_documents_years`',
  email_files: 'go with their emails',
  person_two_factor_secrets: 'go with their persons',
  person_recovery_codes: 'go with their persons',
  person_passkeys: 'go with their persons',
  passkey_challenges: 'random bytes for some minutes',
  erasures: 'says that it was done',
  payment_notices: 'what gateways said: their own references and sums, for ninety days',
  used_invoices: 'numbers of payments, which stay in the ledger',
};

/** Takes what is personal out of every table, in the caller's transaction; done again, it does no harm. */
export async function eraseTables(tx: Db, subject: ErasedSubject): Promise<void> {
  for (const [, erase] of erasedTables) await erase(subject).execute(tx);
}

/** A client without a name: the same in every language, and like no other. */
export function erasedName(clientId: string): string {
  return `${erasedText} ${clientId.slice(-8)}`;
}
