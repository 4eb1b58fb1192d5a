import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { BillingPeriod, ClientStatus } from '#contract/client.ts';
import type {
  CabinetStatus,
  CabinetTask,
  DeletionRule,
  FindingKind,
  StepState,
  TaskStep,
} from '#contract/cabinet.ts';
import type { EmailKind, emailStatuses } from '#contract/email.ts';
import type { Permission } from '#contract/permissions.ts';
import type { ViewedList } from '#contract/saved-view.ts';
import type { ClientType, partnerKinds } from '#contract/registration.ts';
import type { ProvisionerAnswer } from '#contract/provisioner.ts';
import type { Locale } from '#contract/variants.ts';
import type { LedgerKind, TopUpService } from '#contract/wallet.ts';

/**
 * Row types of the platform's database. Money is `bigint` of minor units, read as a safe integer.
 */
export interface Tables {
  users: UserTable;
  clients: ClientTable;
  sessions: SessionTable;
  one_time_links: OneTimeLinkTable;
  rate_limits: { key: string; used: number; resets_at: Date };
  two_factor_secrets: TwoFactorSecretTable;
  recovery_codes: { user_id: string; code_hash: Buffer; created_at: Date };
  settings: SettingTable;
  audit_entries: AuditTable;
  features: FeatureTable;
  tariffs: TariffTable;
  tariff_features: { tariff_id: string; feature_id: string };
  partners: PartnerTable;
  promo_codes: PromoCodeTable;
  offers: OfferTable;
  cabinets: CabinetTable;
  cabinet_steps: CabinetStepTable;
  cabinet_backups: CabinetBackupTable;
  cabinet_deletions: CabinetDeletionTable;
  cabinet_findings: CabinetFindingTable;
  reconciliations: { id: string; started_at: Date; finished_at: Date; cabinets: number; differing: number };
  cabinet_tickets: CabinetTicketTable;
  cabinet_messages: { client_id: string; message_id: string; received_at: Date };
  ledger_entries: LedgerTable;
  idempotency_keys: IdempotencyTable;
  used_invoices: UsedInvoiceTable;
  ledger_proofs: LedgerProofTable;
  saved_views: SavedViewTable;
  emails: EmailTable;
}

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type WithDefault<T> = Generated<T>;

export interface UserTable {
  id: string;
  email: string;
  email_key: string;
  name: string;
  permissions: Permission[];
  password_hash: Nullable<string>;
  locale: Locale;
  joined_at: Nullable<Date>;
  last_login: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
  /** Since when a login needs a second factor; null while it is off. */
  two_factor_at: Nullable<Date>;
  two_factor_required: WithDefault<boolean>;
}
export type UserRow = Selectable<UserTable>;

export interface TwoFactorSecretTable {
  user_id: string;
  secret_sealed: string;
  /** The time step of the code that was used last; no code of it or before counts again. */
  last_step: Nullable<number>;
  created_at: Date;
}

export interface ClientTable {
  id: string;
  name: string;
  type: ClientType;
  email: string;
  email_key: string;
  pending_email: Nullable<string>;
  confirmed_at: Nullable<Date>;
  country_code: string;
  phone: string;
  phone_e164: string;
  ident: string;
  password_hash: Nullable<string>;
  locale: Locale;
  manager_id: Nullable<string>;
  status: ClientStatus;
  /** Blocked by hand: the state before. Null when not blocked, or blocked by the lifecycle. */
  blocked_from: Nullable<ClientStatus>;
  tariff_id: string;
  billing_period: WithDefault<BillingPeriod>;
  /** Chosen for the period's end; both or none. */
  next_tariff_id: Nullable<string>;
  next_billing_period: Nullable<BillingPeriod>;
  trial_ends: Nullable<Date>;
  /** From which periods are counted; null while only the free one has run. */
  anchor: Nullable<Date>;
  /** The charge that paid the period that runs; null where none did. */
  paid_entry_id: Nullable<string>;
  /** When the lifecycle blocked; null otherwise. */
  blocked_at: Nullable<Date>;
  /** When the cabinet's database goes unless something is paid. */
  deletion_at: Nullable<Date>;
  /** The 7 days that a changed setting leaves. */
  deletion_not_before: Nullable<Date>;
  /** The lifecycle has run up to this moment; null before the free period began. */
  settled_at: Nullable<Date>;
  /** When the lifecycle has to look next; null when never. */
  next_event_at: Nullable<Date>;
  free_period_days: Nullable<number>;
  term_without_payment_days: Nullable<number>;
  database_retention_days: Nullable<number>;
  /** Changes by itself with a ledger entry, and by nothing else. */
  balance: WithDefault<number>;
  lasts_until: Nullable<Date>;
  last_top_up_amount: Nullable<number>;
  last_top_up_at: Nullable<Date>;
  cash_registers: WithDefault<number>;
  monthly_turnover: WithDefault<number>;
  goods_count: WithDefault<number>;
  over_limit: WithDefault<boolean>;
  monthly_turnover_limit: Nullable<number>;
  goods_quantity: Nullable<number>;
  last_visit: Nullable<Date>;
  last_login: Nullable<Date>;
  registration_source: Nullable<string>;
  partner_id: Nullable<string>;
  promo_code: Nullable<string>;
  promo_code_id: Nullable<string>;
  offer_version: Nullable<number>;
  domain: Nullable<string>;
  cabinet_status: WithDefault<CabinetStatus>;
  address: Nullable<string>;
  vat_number: Nullable<string>;
  payment_payer: Nullable<string>;
  payment_code: Nullable<string>;
  payment_ipn: Nullable<string>;
  payment_bank: Nullable<string>;
  payment_mfo: Nullable<string>;
  payment_account: Nullable<string>;
  payment_address: Nullable<string>;
  payment_phone: Nullable<string>;
  payment_product: Nullable<string>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}
export type ClientRow = Selectable<ClientTable>;

export type AccountKind = 'staff' | 'customer';

export interface SessionTable {
  id: string;
  kind: AccountKind;
  account_id: string;
  token_hash: Buffer;
  previous_hash: Nullable<Buffer>;
  /** The current token, sealed, for the seconds in which the one before may ask for it. */
  successor_sealed: Nullable<string>;
  rotated_at: Date;
  token_expires_at: Date;
  expires_at: Date;
  /** No sliding goes past this. */
  ends_at: Date;
  ip: Nullable<string>;
  user_agent: Nullable<string>;
  created_at: Date;
  last_used_at: Date;
}
export type SessionRow = Selectable<SessionTable>;

export type LinkPurpose =
  | 'setup'
  | 'confirm'
  | 'confirm_new_email'
  | 'reset'
  | 'client_invitation'
  | 'staff_invitation'
  | 'staff_reset'
  | 'second_factor';

export interface OneTimeLinkTable {
  token_hash: Buffer;
  purpose: LinkPurpose;
  account_id: Nullable<string>;
  email: Nullable<string>;
  created_at: Date;
  expires_at: Date;
  used_at: Nullable<Date>;
}
export type OneTimeLinkRow = Selectable<OneTimeLinkTable>;

export interface SettingTable {
  id: string;
  key: string;
  value: ColumnType<unknown, string, string>;
  updated_at: Date;
}

export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

export interface AuditTable {
  id: string;
  at: Date;
  actor_kind: 'staff' | 'customer' | 'cabinet' | 'system';
  actor_id: Nullable<string>;
  actor_name: Nullable<string>;
  as_client: WithDefault<boolean>;
  action: string;
  subject_type: string;
  subject_id: Nullable<string>;
  subject_name: Nullable<string>;
  client_id: Nullable<string>;
  changes: JSONColumnType<AuditChange[], string, never>;
  ip: Nullable<string>;
  request_id: Nullable<string>;
}
export type AuditRow = Selectable<AuditTable>;

export interface FeatureTable {
  id: string;
  key: string;
  parent_id: Nullable<string>;
  position: number;
  translations: JSONColumnType<{ [Name in Locale]?: { name: string } }>;
}
export type FeatureRow = Selectable<FeatureTable>;

export interface TariffTable {
  id: string;
  price_month: number;
  price_year: number;
  monthly_turnover_limit: Nullable<number>;
  goods_quantity: Nullable<number>;
  recommended_days: number;
  translations: JSONColumnType<TariffTexts>;
  archived_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
}
export type TariffRow = Selectable<TariffTable>;
export type TariffTexts = { [Name in Locale]?: { name: string; description: string; subtitle: string } };

export interface PartnerTable {
  id: string;
  code: string;
  name: string;
  kind: (typeof partnerKinds)[number];
  free_period_days: Nullable<number>;
  tariff_ids: Nullable<string[]>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}
export type PartnerRow = Selectable<PartnerTable>;

export interface PromoCodeTable {
  id: string;
  code: string;
  valid_from: Nullable<Date>;
  valid_to: Nullable<Date>;
  uses_left: Nullable<number>;
  /** Days added to the free period. */
  extra_free_days: Nullable<number>;
  /** Minor units given when the cabinet becomes active. */
  bonus: Nullable<number>;
  tariff_ids: Nullable<string[]>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}
export type PromoCodeRow = Selectable<PromoCodeTable>;

export interface SavedViewTable {
  id: string;
  owner_id: string;
  resource: ViewedList;
  name: string;
  /** The state of the list as its address has it, without the page. */
  search: string;
  /** Those shown, in order. */
  columns: Nullable<string[]>;
  shared: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface OfferTable {
  id: string;
  locale: Locale;
  version: number;
  title: string;
  body: string;
  created_at: Date;
}
export type OfferRow = Selectable<OfferTable>;

export interface CabinetTable {
  client_id: string;
  driver: string;
  secret_sealed: string;
  /** Given to the customer after a failure, so that support finds it. */
  reference: string;
  started_at: Date;
  ready_at: Nullable<Date>;
  failed_at: Nullable<Date>;
  /** What is under way; null at rest. A creation that failed stays here until it is tried again or given up. */
  task: Nullable<CabinetTask>;
  /** Who asked for the task, if a colleague did. */
  task_by: Nullable<string>;
  /** What its page says while it is suspended. */
  suspended_for: Nullable<string>;
  /** What a new database begins with. */
  backup_id: Nullable<string>;
  /** The address before the deletion freed it. */
  last_domain: Nullable<string>;
}
export type CabinetRow = Selectable<CabinetTable>;

export interface CabinetStepTable {
  client_id: string;
  task: WithDefault<CabinetTask>;
  step: TaskStep;
  state: StepState;
  attempts: WithDefault<number>;
  error_reason: Nullable<string>;
  error_detail: Nullable<string>;
  started_at: Nullable<Date>;
  finished_at: Nullable<Date>;
  /** The same over all tries, so that whoever does the work recognises a repeat. */
  operation_id: Nullable<string>;
  /** Since when it goes on elsewhere. */
  waiting_since: Nullable<Date>;
  /** What a call-back said. */
  answer: ColumnType<ProvisionerAnswer | null, string | null | undefined, string | null>;
}
export type CabinetStepRow = Selectable<CabinetStepTable>;

export interface CabinetBackupTable {
  id: string;
  client_id: string;
  domain: Nullable<string>;
  driver: string;
  taken_at: Date;
  bytes: number;
  sha256: string;
  expires_at: Date;
  deleted_at: Nullable<Date>;
}
export type CabinetBackupRow = Selectable<CabinetBackupTable>;

/** Never changed, never deleted. */
export interface CabinetDeletionTable {
  id: string;
  client_id: string;
  client_name: Nullable<string>;
  domain: Nullable<string>;
  driver: string;
  at: Date;
  rule: DeletionRule;
  by_id: Nullable<string>;
  by_name: Nullable<string>;
  backup_id: Nullable<string>;
  backup_taken_at: Nullable<Date>;
  backup_sha256: Nullable<string>;
}

export interface CabinetFindingTable {
  id: string;
  /** The id that the driver knows it by, also when no client has it. */
  client_id: string;
  kind: FindingKind;
  domain: Nullable<string>;
  driver: string;
  /** A key of `cabinetFindings` or `cabinetErrors` in `messages.json`. */
  reason: string;
  detail: Nullable<string>;
  /** Of what is left behind: whether a database is among it. */
  has_database: Nullable<boolean>;
  first_seen_at: Date;
  last_seen_at: Date;
  times_seen: number;
  times_missed: WithDefault<number>;
  /** Seen often enough to count. */
  confirmed_at: Nullable<Date>;
}
export type CabinetFindingRow = Selectable<CabinetFindingTable>;

export interface CabinetTicketTable {
  token_hash: Buffer;
  client_id: string;
  acting_user_id: Nullable<string>;
  read_only: boolean;
  reason: Nullable<string>;
  created_at: Date;
  expires_at: Date;
  used_at: Nullable<Date>;
}

export interface LedgerTable {
  id: string;
  client_id: string;
  /** In the order of writing: lines of one moment have no other. */
  position: GeneratedAlways<number>;
  kind: LedgerKind;
  service: Nullable<TopUpService>;
  amount: number;
  balance_after: number;
  invoice: Nullable<string>;
  year: Nullable<number>;
  period_start: Nullable<Date>;
  period_end: Nullable<Date>;
  reverses_id: Nullable<string>;
  note: Nullable<string>;
  created_by: Nullable<string>;
  created_at: Date;
}
export type LedgerRow = Selectable<LedgerTable>;

/** Answers of writes that carried an `Idempotency-Key`. */
export interface IdempotencyTable {
  /** Of the account. */
  caller: string;
  /** Method and path, ids included. */
  route: string;
  key: string;
  body_hash: Buffer;
  answer: JSONColumnType<object, string, never>;
  created_at: Date;
}

/** What a look at every wallet found: lines against balances. */
export interface LedgerProofTable {
  id: string;
  at: Date;
  clients: number;
  lines: number;
  total: number;
  broken_client_ids: string[];
}
export type LedgerProofRow = Selectable<LedgerProofTable>;

/** Invoices of top-ups that aren't reversed. */
export interface UsedInvoiceTable {
  /** Lower case. */
  invoice: string;
  year: number;
  entry_id: string;
}

export interface EmailTable {
  id: string;
  to_address: string;
  kind: EmailKind;
  locale: Locale;
  subject: string;
  /** What the text needs, without any secret. */
  data: JSONColumnType<Record<string, string | number | null>, string, never>;
  /** The rule that caused it, a key of `messages.json`. */
  reason: string;
  /** One per client, event and period; null where each cause may send anew. */
  once_key: Nullable<string>;
  client_id: Nullable<string>;
  user_id: Nullable<string>;
  status: WithDefault<(typeof emailStatuses)[number]>;
  attempts: WithDefault<number>;
  error: Nullable<string>;
  message_id: string;
  /** The copy as sent, one-time links hidden; null until then. */
  html: Nullable<string>;
  text: Nullable<string>;
  /** `NAME <ADDRESS>` and the address for answers as sent; null until then, and of mails from before they were kept. */
  sender: Nullable<string>;
  reply_to: Nullable<string>;
  lease: Nullable<string>;
  leased_until: Nullable<Date>;
  created_at: Date;
  sent_at: Nullable<Date>;
}
export type EmailRow = Selectable<EmailTable>;
