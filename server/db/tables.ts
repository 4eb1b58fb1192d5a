import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Kysely, Selectable } from 'kysely';
import type { BillingPeriod, ClientSource, ClientStatus } from '#contract/entities/client.ts';
import type {
  CabinetStatus,
  CabinetTask,
  DeletionRule,
  StepState,
  TaskStep,
} from '#contract/cabinets/cabinet.ts';
import type { OwnDomainReason } from '#contract/cabinets/own-domain.ts';
import type { FindingKind } from '#contract/entities/cabinet-finding.ts';
import type { DocumentKind, DocumentStatus } from '#contract/entities/document.ts';
import type { EmailKind, emailStatuses } from '#contract/entities/email.ts';
import type { DeliveryStatus, EventType, testEventType } from '#contract/panel/event-types.ts';
import type { GatewayName, NoticeProblem, PaymentFailure } from '#contract/money/payment-gateway.ts';
import type { LoginScope } from '#contract/entities/login-lock.ts';
import type { MetricUnit } from '#contract/catalogue/metric.ts';
import type { PaymentMethod, PaymentStatus } from '#contract/money/payment-words.ts';
import type { StatementFormat, StatementMapping } from '#contract/money/bank-statement.ts';
import type { OfferKind } from '#contract/entities/offer.ts';
import type { AlarmKind } from '#contract/accounts/alarm.ts';
import type { BulkCode, BulkResult, BulkStatus } from '#contract/panel/bulk.ts';
import type { AnnouncementTexts } from '#contract/clients/announcement.ts';
import type { ExportedCabinet } from '#contract/clients/data-export.ts';
import type { ClientAct } from '#contract/clients/client-bulk.ts';
import type { ClientFieldKind } from '#contract/client-fields/client-field.ts';
import type { TagColor } from '#contract/entities/tag.ts';
import type { Visibility } from '#contract/entities/tariff.ts';
import type { ProofFinding } from '#contract/panel/report.ts';
import type { RevenueMove } from '#contract/panel/revenue.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import type { ViewedList } from '#contract/entities/saved-view.ts';
import type { ClientType, partnerKinds } from '#contract/contact/registration.ts';
import type { ProvisionerAnswer } from '#contract/cabinets/provisioner.ts';
import type { ExistingPrices } from '#contract/entities/tariff.ts';
import type { HeldStep } from '#contract/clients/subscription.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { LedgerKind, TopUpService } from '#contract/entities/ledger-entry.ts';

/**
 * Row types of the platform's database. Money is `bigint` of minor units, read as a safe integer.
 */
export interface Tables {
  users: UserTable;
  clients: ClientTable;
  persons: PersonTable;
  members: MemberTable;
  member_invitations: InvitationTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  one_time_links: OneTimeLinkTable;
  used_oidc_states: UsedOidcStateTable;
  rate_limits: { key: string; used: number; resets_at: Date };
  login_failures: LoginFailureTable;
  sign_in_places: SignInPlaceTable;
  two_factor_secrets: TwoFactorSecretTable;
  recovery_codes: { user_id: string; code_hash: Buffer; created_at: Date };
  person_two_factor_secrets: PersonTwoFactorSecretTable;
  person_recovery_codes: { person_id: string; code_hash: Buffer; created_at: Date };
  user_passkeys: PasskeyTable & { user_id: string };
  person_passkeys: PasskeyTable & { person_id: string };
  passkey_challenges: PasskeyChallengeTable;
  settings: SettingTable;
  audit_entries: AuditTable;
  audit_seals: AuditSealTable;
  audit_unsealed: { entry_id: string };
  features: FeatureTable;
  tariffs: TariffTable;
  tariff_prices: TariffPriceTable;
  tariff_features: { tariff_id: string; feature_id: string };
  metrics: MetricTable;
  tariff_limits: { tariff_id: string; metric_id: string; most: number };
  client_limits: { client_id: string; metric_id: string; most: number };
  client_metrics: { client_id: string; metric_id: string; used: number; reported_at: Date };
  /** A view: each limit that holds for a client, with what is used. */
  limits_in_effect: { id: string; tariff_id: string; key: string; used: number; most: number };
  partners: PartnerTable;
  promo_codes: PromoCodeTable;
  client_discounts: ClientDiscountTable;
  promo_redemptions: { client_id: string; promo_code_id: string; free_days: number; created_at: Date };
  offers: OfferTable;
  cabinets: CabinetTable;
  cabinet_steps: CabinetStepTable;
  own_domains: OwnDomainTable;
  wanted_addresses: { client_id: string; label: string; chosen_at: Date };
  cabinet_backups: CabinetBackupTable;
  cabinet_deletions: CabinetDeletionTable;
  data_exports: DataExportTable;
  erasures: ErasureTable;
  cabinet_findings: CabinetFindingTable;
  comparison_parts: ComparisonPartTable;
  reconciliations: { id: string; started_at: Date; finished_at: Date; cabinets: number; differing: number };
  cabinet_tickets: CabinetTicketTable;
  cabinet_persons: CabinetPersonTable;
  cabinet_acting_users: { user_id: string; valid_from: Date };
  cabinet_sign_ins: CabinetSignInTable;
  cabinet_messages: { client_id: string; message_id: string; received_at: Date };
  ledger_entries: LedgerTable;
  revenue_moves: RevenueMoveTable;
  idempotency_keys: IdempotencyTable;
  used_invoices: UsedInvoiceTable;
  ledger_proofs: LedgerProofTable;
  backup_runs: BackupRunTable;
  /** Up to which entry of the audit log personal values are erased, by kind of entry. */
  retention_progress: { kind: string; at: Date; id: string };
  retention_runs: RetentionRunTable;
  document_numbers: { kind: DocumentKind; year: number; last: number };
  documents: DocumentTable;
  /** Which document says a line of the ledger; null: none has to. */
  documented_entries: { ledger_entry_id: string; document_id: string | null };
  /** The proforma that was issued by itself before a period's end. */
  period_proformas: { client_id: string; period_end: Date; document_id: string };
  documented_months: DocumentedMonthTable;
  vat_checks: VatCheckTable;
  payments: PaymentTable;
  refunds: RefundTable;
  closed_months: ClosedMonthTable;
  bank_statements: BankStatementTable;
  statement_mappings: StatementMappingTable;
  payment_cards: PaymentCardTable;
  online_payments: OnlinePaymentTable;
  payment_notices: PaymentNoticeTable;
  auto_top_ups: AutoTopUpTable;
  auto_charges: AutoChargeTable;
  saved_views: SavedViewTable;
  announcements: AnnouncementTable;
  announcements_put_away: { announcement_id: string; client_id: string; at: Date };
  announcement_mails: { announcement_id: string; client_id: string };
  /** Who is emailed which view; `last_week`: the Monday of the week whose list was sent. */
  view_mails: { view_id: string; user_id: string; last_week: string };
  notes: NoteTable;
  tags: TagTable;
  roles: RoleTable;
  client_fields: ClientFieldTable;
  client_values: ClientValueTable;
  bulk_runs: BulkRunTable;
  bulk_rows: BulkRowTable;
  taggings: { subject: string; subject_id: string; tag_id: string };
  branding: BrandingTable;
  branding_images: BrandingImageTable;
  email_templates: EmailTemplateTable;
  emails: EmailTable;
  email_files: { email_id: string; name: string; content: Buffer };
  webhooks: WebhookTable;
  /** Terminals that print events while they run (`npm run cli -- events listen`). */
  event_listeners: { id: string; events: string[]; expires_at: Date };
  events: EventTable;
  webhook_deliveries: WebhookDeliveryTable;
  process_heartbeats: HeartbeatTable;
  cabinet_hosts: { name: string; draining_since: Nullable<Date> };
  kept_reports: { key: string; made_at: Date; answer: unknown };
  clock_alarms: ClockAlarmTable;
  alarms: AlarmTable;
  alarm_notices: { alarm_id: string; user_id: string; told_at: Date };
  gateway_failures: { gateway: string; count: number; since: Date };
  /** What helpers did in billing runs: the numbers of a run's result. */
  billing_shares: {
    id: string;
    run_id: string;
    result: JSONColumnType<Record<string, number>>;
    created_at: Date;
  };
  billing_progress: {
    single: Generated<boolean>;
    ran_until: Date;
    /** By the real clock, also in tests that set the time. */
    last_run_at: Nullable<Date>;
    /** When billing came back after a silence, by the same clock. */
    back_at: Nullable<Date>;
  };
}

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>;

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type WithDefault<T> = Generated<T>;

export interface UserTable {
  id: string;
  email: string;
  email_key: string;
  name: string;
  /** Its own, besides those of its roles. */
  permissions: Permission[];
  role_ids: WithDefault<string[]>;
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
  /** A new address that waits to be confirmed. */
  pending_email: Nullable<string>;
  /** Whether a colleague asked for it. */
  pending_email_by_staff: WithDefault<boolean>;
  /** Devices that signed in before this moment are no longer known; null: all are known. */
  devices_from: Nullable<Date>;
  /** Links requested before this moment are no longer sent; null: all are. */
  links_from: Nullable<Date>;
  /** The kinds of alarms that are emailed to this person. */
  alarms: WithDefault<AlarmKind[]>;
  /** The account at an identity provider that signs in as this one, since its first sign-in. */
  oidc_issuer: Nullable<string>;
  oidc_subject: Nullable<string>;
}
export type UserRow = Selectable<UserTable>;

/** A name, or one in every language until somebody renames it. */
export interface RoleTable {
  id: string;
  name: string | null;
  names: ColumnType<Record<Locale, string> | null, string | null, string | null>;
  permissions: Permission[];
  created_at: Date;
  updated_at: Date;
}

export interface TwoFactorSecretTable {
  user_id: string;
  secret_sealed: string;
  /** The time step of the last used code; codes of this step or earlier are refused. */
  last_step: Nullable<number>;
  created_at: Date;
}

/** The same of a person. */
export interface PersonTwoFactorSecretTable extends Omit<TwoFactorSecretTable, 'user_id'> {
  person_id: string;
}

export interface PasskeyTable {
  id: string;
  credential_id: string;
  public_key: Buffer;
  /** How often the authenticator says that it was used; many always say 0. */
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Nullable<Date>;
}
export type PasskeyRow = Selectable<PasskeyTable>;

export interface PasskeyChallengeTable {
  challenge_hash: Buffer;
  kind: AccountKind;
  /** The session that makes a passkey; null for a sign-in or a proof. */
  session_id: Nullable<string>;
  expires_at: Date;
}

/** Somebody who signs in as a customer, of one or several clients (docs/decisions/0194). */
export interface PersonTable {
  id: string;
  /** Null: as the client with the same id is called, which the person registered. */
  name: Nullable<string>;
  email: string;
  email_key: string;
  pending_email: Nullable<string>;
  pending_email_by_staff: WithDefault<boolean>;
  confirmed_at: Nullable<Date>;
  country_code: Nullable<string>;
  phone: Nullable<string>;
  phone_e164: Nullable<string>;
  password_hash: Nullable<string>;
  locale: Locale;
  devices_from: Nullable<Date>;
  links_from: Nullable<Date>;
  /** When the second factor was switched on. */
  two_factor_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  /** Set while each of the person's clients is deleted. */
  deleted_at: Nullable<Date>;
}
export type PersonRow = Selectable<PersonTable>;

/** What a person may do for a client. */
export interface MemberTable {
  client_id: string;
  person_id: string;
  role: MemberRole;
  invited_by: Nullable<string>;
  last_used_at: Nullable<Date>;
  created_at: Date;
}

export interface InvitationTable {
  id: string;
  client_id: string;
  email: string;
  email_key: string;
  role: MemberRole;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

export type InvitationRow = Selectable<InvitationTable>;

export interface ClientTable {
  id: string;
  /** The owner whose contact the columns below show; null: the one who registered it, who has its id. */
  owner_id: Nullable<string>;
  name: string;
  type: ClientType;
  email: string;
  email_key: string;
  pending_email: Nullable<string>;
  /** Whether staff asked for it. */
  pending_email_by_staff: WithDefault<boolean>;
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
  /** Why, in a colleague's words; null when not blocked by hand. */
  block_reason: Nullable<string>;
  tariff_id: string;
  billing_period: WithDefault<BillingPeriod>;
  /** Chosen for the end of the period; both or none. */
  next_tariff_id: Nullable<string>;
  next_billing_period: Nullable<BillingPeriod>;
  /** When it came to its tariff; null: when it was created. */
  tariff_since: Nullable<Date>;
  /** What its next period costs, where that is not what the tariff costs new clients. */
  due_price: Nullable<number>;
  /**
   * The discounts that its next period gets, with what remains of each, as JSON; null: none. Written by
   * `storeDiscounts` alone: the driver would write an array as one of PostgreSQL's own.
   */
  discounts: ColumnType<StoredDiscount[] | null, null | undefined, never>;
  trial_ends: Nullable<Date>;
  /** Periods are counted from here; null while only the free one has run. */
  anchor: Nullable<Date>;
  /** The charge that paid for the running period; null when none did. */
  paid_entry_id: Nullable<string>;
  /** What the period that was paid last is worth a month; 0 when the running one costs nothing. */
  monthly_worth: WithDefault<number>;
  /** When the lifecycle blocked the client; null otherwise. */
  blocked_at: Nullable<Date>;
  /** When the cabinet's database is deleted unless something is paid. */
  deletion_at: Nullable<Date>;
  /** At least 7 days after a setting was changed. */
  deletion_not_before: Nullable<Date>;
  /** The lifecycle has been run up to this moment; null before the free period began. */
  settled_at: Nullable<Date>;
  /** When the lifecycle has something to do next; null for never. */
  next_event_at: Nullable<Date>;
  /** The step that the brake held back; null when none waits. */
  waiting_step: Nullable<HeldStep>;
  waiting_since: Nullable<Date>;
  /** Until when somebody has approved that step. */
  allowed_until: Nullable<Date>;
  free_period_days: Nullable<number>;
  term_without_payment_days: Nullable<number>;
  database_retention_days: Nullable<number>;
  /** Changed only by ledger entries, in the database. */
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
  /** Sessions in the cabinet that began before this moment are over; null: none was ended for everybody. */
  cabinet_sessions_from: Nullable<Date>;
  /** Devices that signed in before this moment are no longer known; null: all are known. */
  devices_from: Nullable<Date>;
  /** Links requested before this moment are no longer sent; null: all are. */
  links_from: Nullable<Date>;
  /** How the client came; never changes. */
  source: WithDefault<ClientSource>;
  registration_source: Nullable<string>;
  partner_id: Nullable<string>;
  promo_code: Nullable<string>;
  utm_source: Nullable<string>;
  utm_medium: Nullable<string>;
  utm_campaign: Nullable<string>;
  promo_code_id: Nullable<string>;
  offer_version: Nullable<number>;
  domain: Nullable<string>;
  /** Of the customer's own, while it is in use. */
  own_domain: Nullable<string>;
  cabinet_status: WithDefault<CabinetStatus>;
  address: Nullable<string>;
  vat_number: Nullable<string>;
  contact_person: Nullable<string>;
  payment_payer: Nullable<string>;
  payment_code: Nullable<string>;
  payment_ipn: Nullable<string>;
  payment_bank: Nullable<string>;
  payment_mfo: Nullable<string>;
  payment_account: Nullable<string>;
  payment_address: Nullable<string>;
  payment_phone: Nullable<string>;
  payment_product: Nullable<string>;
  documents_email: Nullable<string>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
  /** Why, in a colleague's words, or the customer's who closed it; null when not deleted. */
  deleted_reason: Nullable<string>;
  /** When it is deleted because its customer closed it; null: it stays open. */
  closes_at: Nullable<Date>;
  close_reason: Nullable<string>;
  /** The customer wants the data erased with it. */
  close_erases: Generated<boolean>;
  /** When its personal data was erased for good. */
  erased_at: Nullable<Date>;
}
export type ClientRow = Selectable<ClientTable>;

/** A discount in a client's row. */
export interface StoredDiscount {
  id: string;
  kind: 'percent' | 'amount';
  /** Whole percents, or minor units. */
  value: number;
  /** How many periods it still holds for; null: without end. */
  left: number | null;
}

/** A discount that a client was given. Either `percent` or `amount` (minor units). */
export interface ClientDiscountTable {
  id: string;
  client_id: string;
  percent: Nullable<number>;
  amount: Nullable<number>;
  /** Null: without end. */
  periods: Nullable<number>;
  reason: string;
  created_by: Nullable<string>;
  created_at: Date;
  /** The code that gave it; null: a colleague did. */
  promo_code_id: Nullable<string>;
  /** Who ended it before its periods were over, and when. */
  ended_by: Nullable<string>;
  ended_at: Nullable<Date>;
}
export type ClientDiscountRow = Selectable<ClientDiscountTable>;

export type AccountKind = 'staff' | 'customer';

/** Failed logins, by what they are counted for (`server/auth/login-guard/login-limits.ts`). */
export interface LoginFailureTable {
  key: string;
  id: string;
  scope: LoginScope;
  account_kind: AccountKind;
  /** The typed address, folded; null: any account. */
  email_key: Nullable<string>;
  /** A network address or network; null: any. */
  address: Nullable<string>;
  failures: number;
  next_at: Nullable<Date>;
  /** Since when logins are slowed down or shut; null: they are not. */
  slowed_at: Nullable<Date>;
  resets_at: Date;
}
export type LoginFailureRow = Selectable<LoginFailureTable>;

/** Where accounts have signed in: a hash of address and browser. */
export interface SignInPlaceTable {
  account_kind: AccountKind;
  account_id: string;
  place: Buffer;
  last_at: Date;
}

export interface SessionTable {
  id: string;
  kind: AccountKind;
  /** A colleague's, or a person's. */
  account_id: string;
  /** The client that a person's session is for; null: the one with the person's id. */
  client_id: Nullable<string>;
  token_hash: Buffer;
  previous_hash: Nullable<Buffer>;
  /** The hash of the part that all tokens of a session share; null in older sessions. */
  family_hash: Nullable<Buffer>;
  /** The current token, sealed. For some seconds the one before may ask for it. */
  successor_sealed: Nullable<string>;
  rotated_at: Date;
  token_expires_at: Date;
  expires_at: Date;
  /** The session is never extended past this. */
  ends_at: Date;
  ip: Nullable<string>;
  user_agent: Nullable<string>;
  created_at: Date;
  last_used_at: Date;
  /** When its owner last proved who they are, if not when it was opened; null: then. */
  proved_at: Nullable<Date>;
  opened_by: WithDefault<SessionOpening>;
}

/**
 * What opened a session: `link` is one from the operator's command line. `passkey` also where one was used or added
 * afterwards, because a second factor was missing.
 */
export type SessionOpening = 'password' | 'passkey' | 'oidc' | 'link';

/** Answers of an identity provider that have been used, until they are too old anyway. */
export interface UsedOidcStateTable {
  state_hash: Buffer;
  expires_at: Date;
}

export type SessionRow = Selectable<SessionTable>;

export interface ApiKeyTable {
  id: string;
  name: string;
  permissions: Permission[];
  /** Networks that it works from; empty: all. */
  addresses: string[];
  token_hash: Buffer;
  /** The last characters of the token. */
  token_end: string;
  /** Who made it. */
  user_id: string;
  expires_at: Nullable<Date>;
  last_used_at: Nullable<Date>;
  last_used_ip: Nullable<string>;
  created_at: Date;
  deleted_at: Nullable<Date>;
}

export type LinkPurpose =
  | 'setup'
  | 'confirm'
  | 'confirm_new_email'
  | 'reset'
  | 'client_invitation'
  | 'member_invitation'
  | 'staff_invitation'
  | 'staff_recovery'
  | 'staff_reset'
  | 'second_factor'
  | 'confirm_staff_email'
  | 'refuse_email'
  | 'refuse_staff_email';

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
  /** Its values were erased; both are null. */
  erased?: true;
}

export interface AuditTable {
  id: string;
  at: Date;
  kind: WithDefault<'change' | 'security'>;
  actor_kind: 'staff' | 'customer' | 'cabinet' | 'system' | 'nobody';
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
  /** For security events: the browser, and the person who signed in or tried to. */
  device: Nullable<string>;
  person_id: Nullable<string>;
}
export type AuditRow = Selectable<AuditTable>;

/** A link of the audit log's chain. */
export interface AuditSealTable {
  position: number;
  entry_id: string;
  format: number;
  salts: Buffer;
  digests: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface FeatureTable {
  id: string;
  key: string;
  parent_id: Nullable<string>;
  position: number;
  translations: JSONColumnType<DescribedNames>;
  archived: boolean;
  updated_at: Date;
}
export type FeatureRow = Selectable<FeatureTable>;

/** A name in each language that has one. */
export type NamesByLocale = { [Name in Locale]?: { name: string } };
/** The same, with a sentence on what it is. */
export type DescribedNames = { [Name in Locale]?: { name: string; description?: string } };

export interface MetricTable {
  id: string;
  key: string;
  unit: MetricUnit;
  period: 'now' | 'month';
  translations: JSONColumnType<NamesByLocale>;
  /** There from the first start. */
  built_in: boolean;
  /** When more than nothing was first reported. */
  reported_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
}
export type MetricRow = Selectable<MetricTable>;

export interface TariffTable {
  id: string;
  price_month: number;
  price_year: number;
  monthly_turnover_limit: Nullable<number>;
  goods_quantity: Nullable<number>;
  recommended_days: number;
  visibility: Visibility;
  /** Of a tariff sold by link alone. */
  link_code: Nullable<string>;
  trial_days: Nullable<number>;
  /** Of one public tariff at most. */
  recommended: Generated<boolean>;
  /** 1 is the first. */
  position: number;
  translations: JSONColumnType<TariffTexts>;
  archived_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
}
export type TariffRow = Selectable<TariffTable>;

/** A price of a tariff from a moment on. */
export interface TariffPriceTable {
  id: string;
  tariff_id: string;
  price_month: number;
  price_year: number;
  /** Its first day; `starts_at` is that day's beginning, or the moment of the change on the day itself. */
  from_day: string;
  starts_at: Date;
  existing: ExistingPrices;
  /** After these days a higher price holds for clients who came before. */
  notice_days: number;
  /** Whether it has come into the tariff's row. */
  begun: boolean;
  created_by: Nullable<string>;
  created_at: Date;
  withdrawn_at: Nullable<Date>;
}
export type TariffPriceRow = Selectable<TariffPriceTable>;
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
  /** A discount on the next periods; either percents or minor units, for a number of periods or without end. */
  discount_percent: Nullable<number>;
  discount_amount: Nullable<number>;
  discount_periods: Nullable<number>;
  tariff_ids: Nullable<string[]>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}
export type PromoCodeRow = Selectable<PromoCodeTable>;

export interface AnnouncementTable {
  id: string;
  texts: JSONColumnType<AnnouncementTexts, string, string>;
  /** A list of clients as its address has it; null: everybody. */
  audience: Nullable<string>;
  starts_at: Date;
  ends_at: Nullable<Date>;
  mail: boolean;
  /** When the last client of the audience was emailed it. */
  mailed_at: Nullable<Date>;
  created_by: Nullable<string>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Nullable<Date>;
}

export interface SavedViewTable {
  id: string;
  owner_id: string;
  resource: ViewedList;
  name: string;
  /** The list's state as in its address, without the page. */
  search: string;
  /** The visible columns, in order. */
  columns: Nullable<string[]>;
  shared: boolean;
  created_at: Date;
  updated_at: Date;
}

/** What colleagues wrote about a row of any noun. */
export interface NoteTable {
  id: string;
  subject: string;
  subject_id: string;
  text: string;
  /** One of a row at most. */
  pinned: boolean;
  created_by: string | null;
  updated_by: string | null;
  created_at: Date;
  updated_at: Date;
  /** What it is searched by. */
  key: GeneratedAlways<string>;
}

export interface TagTable {
  id: string;
  name: string;
  /** What names are compared by. */
  name_key: GeneratedAlways<string>;
  color: TagColor;
  created_at: Date;
  updated_at: Date;
}

export interface ClientFieldTable {
  id: string;
  key: string;
  kind: ClientFieldKind;
  options: JSONColumnType<StoredOption[]>;
  translations: JSONColumnType<NamesByLocale>;
  created_at: Date;
  updated_at: Date;
}
export interface StoredOption {
  key: string;
  translations: NamesByLocale;
}

/** What a client has of an own field; the field's kind tells which column it is in. */
export interface ClientValueTable {
  client_id: string;
  field_id: string;
  text: string | null;
  number: number | null;
  day: string | null;
}

/** An act on many rows at once. */
export interface BulkRunTable {
  id: string;
  /** The noun of its rows. */
  resource: string;
  act: ClientAct;
  input: JSONColumnType<Record<string, unknown>, string, never>;
  status: BulkStatus;
  total: number;
  created_by: string;
  /** The call that began it, or that undoes it. */
  asked: JSONColumnType<BulkAsked, string, string>;
  created_at: Date;
  finished_at: Nullable<Date>;
  undo_until: Nullable<Date>;
}

/** For the audit log: who works when the job runs, and from where it was asked. */
export interface BulkAsked {
  userId: string;
  locale: Locale;
  ip: string | null;
  requestId: string | null;
  userAgent: string | null;
}

type StoredState = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;

/** One row of a run. `before` and `after`: what an undo goes back to, and by what it knows a later change. */
export interface BulkRowTable {
  id: string;
  run_id: string;
  position: number;
  subject_id: string;
  /** When the run began. */
  name: string;
  /** Null while it waits. */
  result: Nullable<BulkResult>;
  code: Nullable<BulkCode>;
  before: StoredState;
  after: StoredState;
  decided_at: Nullable<Date>;
}

export interface OfferTable {
  id: string;
  kind: OfferKind;
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
  /** The host that has it, by its name; null where there is one, or none chosen yet. */
  host: Nullable<string>;
  /** During a move: where it goes to, and after the switch where its old copy is. */
  second_host: Nullable<string>;
  secret_sealed: string;
  /** Shown to the customer after a failure, so that support can find it. */
  reference: string;
  started_at: Date;
  ready_at: Nullable<Date>;
  failed_at: Nullable<Date>;
  /** The task under way; null for none. A failed creation stays here until it is retried or given up. */
  task: Nullable<CabinetTask>;
  /** Who asked for the task, if a colleague did. */
  task_by: Nullable<string>;
  /** The reason that its page shows while it is suspended. */
  suspended_for: Nullable<string>;
  /** The backup that a new database starts with. */
  backup_id: Nullable<string>;
  /** The address before the deletion freed it. */
  last_domain: Nullable<string>;
  /** The customer's own domain that the driver was told. */
  told_domain: Nullable<string>;
  /** When that changed. */
  told_at: Nullable<Date>;
  /** The protocol that the cabinet signed by last; older ones are refused. */
  protocol: WithDefault<number>;
  /** The new secret until the cabinet has it. */
  next_secret_sealed: Nullable<string>;
  previous_secret_sealed: Nullable<string>;
  /** Null until the cabinet has signed with the new secret. */
  previous_secret_until: Nullable<Date>;
  /** Null if the secret was not changed since this is recorded. */
  secret_change_began_at: Nullable<Date>;
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
  /** Stays the same over all tries, so that the worker recognises a repeat. */
  operation_id: Nullable<string>;
  /** Since when the step is done elsewhere. */
  waiting_since: Nullable<Date>;
  /** Since when its host does not answer; null while it does, or before it was called. */
  away_since: Nullable<Date>;
  /** The attempts that reached nobody. */
  away_tries: WithDefault<number>;
  /** The answer in a call-back. */
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

/** A domain of a client's own (`contract/cabinets/own-domain.ts`). */
export interface OwnDomainTable {
  client_id: string;
  /** In ASCII. */
  domain: string;
  /** What the TXT record has to say. */
  token: string;
  state: 'pending' | 'active' | 'failed';
  reason: Nullable<OwnDomainReason>;
  asked_at: Date;
  checked_at: Nullable<Date>;
  /** When the records were right for the first time. */
  proved_at: Nullable<Date>;
  active_at: Nullable<Date>;
  /** Since when an active one does not lead here. */
  troubled_since: Nullable<Date>;
  /** Null when nobody looks any more. */
  next_check_at: Nullable<Date>;
}
export type OwnDomainRow = Selectable<OwnDomainTable>;

/** A client's file of all its data; the file itself has the row's id as its name. */
export interface DataExportTable {
  id: string;
  client_id: string;
  /** Who asked for it, and is told. */
  person_id: string;
  asked_at: Date;
  ready_at: Nullable<Date>;
  expires_at: Nullable<Date>;
  bytes: Nullable<number>;
  cabinet: Nullable<ExportedCabinet>;
  /** When the whole file was downloaded. */
  downloaded_at: Nullable<Date>;
  failed_at: Nullable<Date>;
}
export type DataExportRow = Selectable<DataExportTable>;

/** The erasure of a client: what is left to do once its rows have lost what is personal. */
export interface ErasureTable {
  client_id: string;
  reason: string;
  /** Null: the operator, by the command line. */
  asked_by: Nullable<string>;
  asked_at: Date;
  /** Members of no other client, who were erased with it. */
  person_ids: string[];
  /** Files of all data that still have to go. */
  file_ids: string[];
  /** What other clients' histories say of its addresses. */
  entry_ids: string[];
  /** The last email, which goes once it is sent. */
  email_id: Nullable<string>;
  finished_at: Nullable<Date>;
}
export type ErasureRow = Selectable<ErasureTable>;

export interface CabinetFindingTable {
  id: string;
  /** The id by which the driver knows it, even if no client has that id. */
  client_id: string;
  kind: FindingKind;
  domain: Nullable<string>;
  driver: string;
  host: Nullable<string>;
  /** A key of `cabinetFindings` or `cabinetErrors` in `messages.json`. */
  reason: string;
  detail: Nullable<string>;
  /** For leftovers: whether a database is among them. */
  has_database: Nullable<boolean>;
  first_seen_at: Date;
  last_seen_at: Date;
  times_seen: number;
  times_missed: WithDefault<number>;
  /** Seen often enough to count. */
  confirmed_at: Nullable<Date>;
}
export type CabinetFindingRow = Selectable<CabinetFindingTable>;

/** A difference as a comparison saw it. */
export type SeenDifference = Pick<
  CabinetFindingRow,
  'client_id' | 'kind' | 'domain' | 'driver' | 'host' | 'reason' | 'detail' | 'has_database'
>;

/** A part of the comparison under way: the cabinets between two ids, compared by one worker. */
export interface ComparisonPartTable {
  comparison_id: string;
  place: number;
  started_at: Date;
  after_id: string;
  /** Included; null: all the rest. */
  up_to_id: string | null;
  /** Null until it is done, like `seen`. */
  cabinets: Nullable<number>;
  seen: ColumnType<SeenDifference[] | null, null | undefined, string>;
}
export type ComparisonPartRow = Selectable<ComparisonPartTable>;

/** A redeemed ticket: from which session of the platform a session in the cabinet came. */
export interface CabinetSignInTable {
  id: string;
  client_id: string;
  /** Either a person of the client or a colleague. */
  person_id: Nullable<string>;
  acting_user_id: Nullable<string>;
  session_id: string;
  /** That of the platform's session; null for earlier ones. */
  user_agent: Nullable<string>;
  signed_in_at: Date;
  ended_at: Nullable<Date>;
}

export interface CabinetTicketTable {
  token_hash: Buffer;
  client_id: string;
  /** The session of the platform; the ticket ends with it. */
  session_id: Nullable<string>;
  /** Whom it signs in; null: a colleague, or the person with the client's id. */
  person_id: Nullable<string>;
  acting_user_id: Nullable<string>;
  read_only: boolean;
  reason: Nullable<string>;
  created_at: Date;
  expires_at: Date;
  used_at: Nullable<Date>;
}

/** Everybody who has been in a cabinet, colleagues included. */
export interface CabinetPersonTable {
  client_id: string;
  person_id: string;
  /** The person's sessions that began before this moment are over. */
  valid_from: Date;
}

export interface LedgerTable {
  id: string;
  client_id: string;
  /** The order of writing. Lines of the same moment have no other order. */
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
  /** The day that it counts for, `YYYY-MM-DD`, never in a closed month. */
  value_date: string;
  /** Of a charge, what gives it back, and what takes either back; null of lines from before it was kept. */
  tariff_id: Nullable<string>;
  /** What a charge took off the price, in minor units; null without a discount. */
  discount: Nullable<number>;
}
export type LedgerRow = Selectable<LedgerTable>;

/** A day that changed what a client's subscription is worth a month, or its tariff (docs/decisions/0179). */
export interface RevenueMoveTable {
  client_id: string;
  /** The first moment of the day. */
  at: Date;
  /** The day of the next change; null: it holds. */
  until: Nullable<Date>;
  before: number;
  /** At the day's end; 0 for a client who doesn't pay. */
  after: number;
  tariff_before: Nullable<string>;
  tariff_after: Nullable<string>;
  /** Whether the client never paid before the day. */
  first: boolean;
  kind: GeneratedAlways<RevenueMove | 'same'>;
}

/** Answers of writes that carried an `Idempotency-Key`. */
export interface IdempotencyTable {
  /** The account's id. */
  caller: string;
  /** Method and path, ids included. */
  route: string;
  key: string;
  body_hash: Buffer;
  answer: JSONColumnType<object, string, never>;
  created_at: Date;
}

/** A month, by its first day, whose documents are made. */
export interface DocumentedMonthTable {
  month: string;
  finished_at: Date;
  /** The lines that had to be on them, to `lines_to`, which is not included; null where none had to. */
  lines_from: Date | null;
  lines_to: Date | null;
}

/** A month, by its first day, into which no line is written any more. */
export interface ClosedMonthTable {
  month: string;
  closed_by: string | null;
  closed_at: Date;
  /** The sum of all lines to its end, and the last position given, when it was closed. */
  closing: number;
  last_position: number;
}

/** The result of checking every wallet: ledger lines against balances. */
export interface LedgerProofTable {
  id: string;
  at: Date;
  clients: number;
  lines: number;
  total: number;
  broken_client_ids: string[];
  findings: JSONColumnType<ProofFinding[], string, never>;
}
export type LedgerProofRow = Selectable<LedgerProofTable>;

/** A backup that was taken by itself or by `backup run`: running, good (`name`), or failed (`problem`). */
export interface BackupRunTable {
  id: string;
  started_at: Date;
  finished_at: Nullable<Date>;
  name: Nullable<string>;
  bytes: Nullable<number>;
  problem: Nullable<string>;
}
export type BackupRunRow = Selectable<BackupRunTable>;

/** What was forgotten because of its age, in one run. */
export interface RetentionRunTable {
  id: string;
  at: Date;
  /** Numbers of rows by kind. */
  forgotten: JSONColumnType<Record<string, number>, string, never>;
}

/** Invoices of top-ups that aren't reversed. */
export interface UsedInvoiceTable {
  /** Lower case. */
  invoice: string;
  year: number;
  entry_id: string;
  /** The key by which numbers are compared (`paymentNumberKey`). */
  number_key: string;
  /** 0 for one of our own numbers, which have no year. */
  key_year: number;
  /** Written before numbers were compared by key: an earlier row has the same key. */
  repeated: WithDefault<boolean>;
}

/** What VIES said of a VAT number, `DE123456789`. */
export interface VatCheckTable {
  vat_number: string;
  status: 'pending' | 'valid' | 'invalid';
  requested_at: Date;
  answered_at: Nullable<Date>;
  name: Nullable<string>;
}
export type VatCheckRow = Selectable<VatCheckTable>;

/** A proforma, act, invoice or credit note: frozen at issue, but for what became of it. */
export interface DocumentTable {
  id: string;
  kind: DocumentKind;
  year: number;
  /** From 1 within kind and year, without gaps. */
  serial: number;
  /** As it is printed: `PF-2026-000123`. */
  number: string;
  /** What numbers are compared by (`paymentNumberKey`). */
  number_key: string;
  status: DocumentStatus;
  client_id: string;
  currency: string;
  net: number;
  tax: number;
  total: number;
  paid_amount: WithDefault<number>;
  /** `YYYY-MM-DD`, as `due_on`. */
  issued_on: string;
  due_on: Nullable<string>;
  paid_at: Nullable<Date>;
  /** For a credit note: the document that it corrects. */
  corrects_id: Nullable<string>;
  locale: Locale;
  /** What it says, which its PDF and XML are made from. */
  content: JSONColumnType<object, string, never>;
  created_by: Nullable<string>;
  created_at: Date;
  /** When it lost its buyer. */
  erased_at: Nullable<Date>;
}
export type DocumentRow = Selectable<DocumentTable>;

/** Money on its way to a wallet, or there. */
export interface PaymentTable {
  id: string;
  status: PaymentStatus;
  method: PaymentMethod;
  /** The gateway of an online payment. */
  provider: Nullable<string>;
  amount: number;
  /** What went back to the payer. */
  refunded: WithDefault<number>;
  /** Null: the installation's own. */
  currency: Nullable<string>;
  /** The day that it was paid on, `YYYY-MM-DD`. */
  value_date: string;
  payer_name: Nullable<string>;
  payer_code: Nullable<string>;
  payer_account: Nullable<string>;
  purpose: Nullable<string>;
  client_id: Nullable<string>;
  document_id: Nullable<string>;
  /** The top-up in the wallet: one for each payment that came. */
  ledger_entry_id: Nullable<string>;
  statement_id: Nullable<string>;
  /** What its source calls it: a gateway's id, or a bank line's fingerprint. */
  external_id: Nullable<string>;
  /** Why it was ignored, unmatched or failed. */
  reason: Nullable<string>;
  matched_by: Nullable<string>;
  matched_by_rule: WithDefault<boolean>;
  /** Of lines that one act matched together. */
  batch_id: Nullable<string>;
  created_by: Nullable<string>;
  created_at: Date;
  updated_at: Date;
}
export type PaymentRow = Selectable<PaymentTable>;

/** Money that goes back to its payer. */
export interface RefundTable {
  id: string;
  payment_id: string;
  /** `pending`: its gateway has not said yet. `failed`: its line was taken back. */
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
  /** The payout in the wallet. */
  ledger_entry_id: string;
  reason: string;
  /** Of the transfer or the receipt by which it was paid by hand. */
  reference: Nullable<string>;
  /** What its gateway said. */
  detail: Nullable<string>;
  /** When its gateway was last asked; null: never. */
  asked_at: Nullable<Date>;
  /** Until when somebody is asking it now. */
  asking_until: Nullable<Date>;
  created_by: Nullable<string>;
  created_at: Date;
  updated_at: Date;
}

/** A bank's file that was imported. */
export interface BankStatementTable {
  id: string;
  name: string;
  format: StatementFormat;
  account: string;
  /** `YYYY-MM-DD`, as `last_day`. */
  first_day: string;
  last_day: string;
  lines: number;
  new_lines: number;
  known_lines: number;
  outgoing: number;
  /** New ones in another currency. */
  foreign_lines: number;
  total: number;
  created_by: Nullable<string>;
  created_at: Date;
}
export type BankStatementRow = Selectable<BankStatementTable>;

/** How a CSV with these headings is read. */
export interface StatementMappingTable {
  /** A hash of them. */
  headings: string;
  mapping: JSONColumnType<StatementMapping, string, string>;
  updated_at: Date;
}
/** A card that its gateway keeps for us. */
export interface PaymentCardTable {
  id: string;
  client_id: string;
  provider: GatewayName;
  /** What the gateway is told to charge; null once the card is removed. */
  token_sealed: Nullable<string>;
  brand: Nullable<string>;
  last4: string;
  exp_month: Nullable<number>;
  exp_year: Nullable<number>;
  created_at: Date;
  removed_at: Nullable<Date>;
}
export type PaymentCardRow = Selectable<PaymentCardTable>;

/** What belongs to a payment by a gateway beyond the payment itself. */
export interface OnlinePaymentTable {
  payment_id: string;
  redirect_url: Nullable<string>;
  save_card: boolean;
  /** The saved card that was charged. */
  card_id: Nullable<string>;
  /** The automatic top-up that it is a try of. */
  charge_id: Nullable<string>;
  /** When its page closes. */
  expires_at: Nullable<Date>;
  failure: Nullable<PaymentFailure>;
  /** How often its gateway was asked for it. */
  checks: WithDefault<number>;
}

/** What a gateway said of a payment; the same words again are the same row. */
export interface PaymentNoticeTable {
  id: string;
  provider: GatewayName;
  fingerprint: Buffer;
  reference: Nullable<string>;
  external_id: Nullable<string>;
  state: string;
  amount: Nullable<number>;
  currency: Nullable<string>;
  payment_id: Nullable<string>;
  /** Why it credited nothing; null: all is well. */
  problem: Nullable<NoticeProblem>;
  received_at: Date;
  /** When somebody dismissed it. */
  dealt_with_at: Nullable<Date>;
}

/** When a client's saved card is charged by itself. */
export interface AutoTopUpTable {
  client_id: string;
  enabled: boolean;
  card_id: Nullable<string>;
  moment: 'period_end' | 'below';
  /** With `below`. */
  threshold: Nullable<number>;
  /** Null: what the coming period lacks. */
  amount: Nullable<number>;
  /** Why the platform switched it off. */
  stopped: Nullable<'card_refused' | 'card_removed'>;
  updated_at: Date;
}
export type AutoTopUpRow = Selectable<AutoTopUpTable>;

/** One automatic top-up for one reason, with its tries. */
export interface AutoChargeTable {
  id: string;
  client_id: string;
  reason_key: string;
  /** `dropped`: there was nothing to charge for any more. */
  status: 'waiting' | 'succeeded' | 'failed' | 'dropped';
  amount: number;
  tries: WithDefault<number>;
  /** Null while a try is not decided yet, and at the end. */
  next_try_at: Nullable<Date>;
  created_at: Date;
}
export type AutoChargeRow = Selectable<AutoChargeTable>;

/** A process that reports a clock different from the database's. */
export interface ClockAlarmTable {
  process: string;
  host: string;
  roles: string;
  /** How far it is ahead; negative when behind. */
  offset_seconds: number;
  /** By the database's clock. */
  seen_at: Date;
}
export type ClockAlarmRow = Selectable<ClockAlarmTable>;

export interface AlarmTable {
  id: string;
  kind: AlarmKind;
  /** What is wrong, within the kind: the id of a client, the name of a gateway. */
  cause: string;
  /** What people call it. */
  name: Nullable<string>;
  /** The row that it is about, if it is about one. */
  subject_id: Nullable<string>;
  raised_at: Date;
  closed_at: Nullable<Date>;
}
export type AlarmRow = Selectable<AlarmTable>;

export interface EmailTemplateTable {
  kind: EmailKind;
  locale: Locale;
  subject: string;
  body: string;
  /** Of the built-in text when these words were written. */
  built_in_hash: string;
  updated_at: Date;
}

export interface BrandingTable {
  single: WithDefault<boolean>;
  /** Null, as for the pictures: the product's own. */
  accent: string | null;
  logo_id: string | null;
  mark_id: string | null;
  /** On the public first page. */
  picture_id: string | null;
  picture_alt: JSONColumnType<Partial<Record<Locale, string>>>;
  footer: JSONColumnType<Partial<Record<Locale, string>>>;
  updated_at: Date;
}
export interface BrandingImageTable {
  /** The beginning of the SHA-256 of its content. */
  id: string;
  type: 'png' | 'svg';
  content: Buffer;
  width: number;
  height: number;
  created_at: Date;
}

export interface EmailTable {
  id: string;
  to_address: string;
  kind: EmailKind;
  locale: Locale;
  subject: string;
  /** The values in the text; no secrets. */
  data: JSONColumnType<Record<string, string | number | null>, string, never>;
  /** The rule that caused it, a key in `messages.json`. */
  reason: string;
  /** One per client, event and period; null where each cause may send another. */
  once_key: Nullable<string>;
  client_id: Nullable<string>;
  /** Whom of the client's persons it is for; null: the owner whose contact the client has. */
  person_id: Nullable<string>;
  user_id: Nullable<string>;
  /** Attached as a PDF. */
  document_id: Nullable<string>;
  status: WithDefault<Exclude<(typeof emailStatuses)[number], 'only_logged'>>;
  attempts: WithDefault<number>;
  error: Nullable<string>;
  message_id: string;
  /** The copy as sent, without its one-time links; null until then. */
  html: Nullable<string>;
  text: Nullable<string>;
  /** `NAME <ADDRESS>` and the reply address as sent; null until then, and for older emails. */
  sender: Nullable<string>;
  reply_to: Nullable<string>;
  lease: Nullable<string>;
  leased_until: Nullable<Date>;
  created_at: Date;
  sent_at: Nullable<Date>;
  /** When a failed one was sent again or dismissed. */
  dealt_with_at: Nullable<Date>;
  /** No mail server was set: it is `sent`, and nobody got it. Readers see that as a status of its own. */
  only_logged: WithDefault<boolean>;
}
export type EmailRow = Selectable<EmailTable>;

/** Another system that is told of events. */
export interface WebhookTable {
  id: string;
  url: string;
  events: EventType[];
  enabled: boolean;
  /** When it was switched off by itself, after days of failures. */
  off_at: Nullable<Date>;
  /** The first failure since the last success. */
  failing_since: Nullable<Date>;
  secret_sealed: string;
  /** Signs too, until then. */
  previous_secret_sealed: Nullable<string>;
  previous_until: Nullable<Date>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

/** Something that happened, while anybody wants to know of it. */
export interface EventTable {
  id: string;
  /** In the order in which the rows of a client were locked. */
  seq: GeneratedAlways<number>;
  type: EventType | typeof testEventType;
  client_id: string | null;
  subject_id: string;
  at: Date;
  /** Null until it is read for the first message. */
  data: JSONColumnType<object | null, string | null, string>;
}

/** One event for one webhook. */
export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  seq: number;
  client_id: string | null;
  type: EventTable['type'];
  status: DeliveryStatus;
  attempts: WithDefault<number>;
  next_at: Nullable<Date>;
  lease: Nullable<string>;
  leased_until: Nullable<Date>;
  response_status: Nullable<number>;
  error: Nullable<string>;
  duration_ms: Nullable<number>;
  tried_at: Nullable<Date>;
  created_at: Date;
}

/** By the clock of the database, on every machine. */
export interface HeartbeatTable {
  id: string;
  roles: string[];
  started_at: Date;
  seen_at: Date;
  stopped_at: Nullable<Date>;
  /** Of a process that serves cabinets, where there are several: the host's name and the free space of its disk. */
  cabinet_host: Nullable<string>;
  free_bytes: Nullable<number>;
}
