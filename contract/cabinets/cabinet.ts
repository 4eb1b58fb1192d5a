import * as z from 'zod';
import { memberRoles } from '../accounts/member-role.ts';
import { hexColour } from '../company/hex-colour.ts';
import { clientTypes } from '../contact/registration.ts';
import { metricPeriods, metricUnits } from '../catalogue/metric.ts';
import { id, limits, line, locale, moment } from '../kernel/primitives.ts';

/** The state that customers and staff see (`GET cabinet/status`). Only `active` is success. */
export const cabinetStatuses = ['none', 'creating', 'active', 'suspended', 'failed', 'deleted'] as const;
export type CabinetStatus = (typeof cabinetStatuses)[number];

/** `CABINET_DRIVER`: where cabinets live. */
export const driverNames = ['embedded', 'webhook', 'kubernetes'] as const;
export type DriverName = (typeof driverNames)[number];

/** What the wait screen shows, in order (DESIGN section 9). */
export const cabinetSteps = ['address', 'database', 'instance', 'health', 'ready'] as const;
export type CabinetStep = (typeof cabinetSteps)[number];

/** Tasks on a cabinet, each in steps that are recorded and can be resumed (DESIGN section 10.5). */
export const taskSteps = {
  create: cabinetSteps,
  suspend: ['suspend'],
  resume: ['resume'],
  /** The last backup first. `gone`: nothing answers any more. */
  delete: ['backup', 'destroy', 'gone'],
  /** For a creation that was given up, and for a client who was erased: nothing is kept. */
  undo: ['destroy', 'gone'],
  /** Makes the missing parts of a cabinet that should answer. */
  repair: ['database', 'instance', 'resume', 'health'],
  /** To another host: closed here, copied there, the record switched, opened there, and the old copy destroyed. */
  move: ['hold', 'copy', 'switch', 'open', 'clear'],
  /** A move that did not work: opened where it was, and what was copied destroyed. */
  move_back: ['open', 'clear'],
} as const satisfies Record<string, readonly string[]>;
export type CabinetTask = keyof typeof taskSteps;
export type TaskStep = (typeof taskSteps)[CabinetTask][number];
export const cabinetTasks = Object.keys(taskSteps) as [CabinetTask, ...CabinetTask[]]; // `keys` loses the type

/** `skipped`: left out for good because a colleague decided so. */
export const stepStates = ['pending', 'running', 'done', 'failed', 'skipped'] as const;
export type StepState = (typeof stepStates)[number];

export const cabinetState = z.object({
  status: z.enum(cabinetStatuses),
  cabinet_url: z.string().nullable(),
  step: z.enum(cabinetSteps).nullable(),
  steps: z.array(z.object({ key: z.enum(cabinetSteps), state: z.enum(stepStates) })),
  /** How many seconds a creation takes, from earlier ones; null before there are any. */
  estimate_seconds: z.int().nullable(),
  /** The host of cabinets doesn't answer; trying goes on and takes longer than any estimate. */
  is_host_away: z.boolean(),
  /** What went wrong, in the reader's language, and the reference to give to support. */
  error: z.object({ message: z.string(), reference: z.string() }).nullable(),
});
export type CabinetState = z.infer<typeof cabinetState>;

export const domainResolvedInput = z.strictObject({ domain: z.string().min(1).max(limits.generic.max) });
export const cabinetSignInAnswer = z.object({ url: z.string() });

/** The last backup of a deleted cabinet, until its date. The row stays when the file is deleted. */
export const cabinetBackup = z.object({
  id: z.string(),
  taken_at: moment,
  expires_at: moment,
  bytes: z.int(),
  /** In hexadecimal digits. */
  sha256: z.string(),
  deleted_at: moment.nullable(),
});
export type CabinetBackup = z.infer<typeof cabinetBackup>;

/** The rule by which a cabinet was deleted. */
export const deletionRules = ['retention', 'given_up', 'no_client', 'erased'] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** The record of a deletion, kept for ever. `by` is null when no person decided. */
export const cabinetDeletion = z.object({
  id: z.string(),
  at: moment,
  rule: z.enum(deletionRules),
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  domain: z.string().nullable(),
  backup: z.object({ id: z.string(), taken_at: moment, sha256: z.string() }).nullable(),
});
export type CabinetDeletion = z.infer<typeof cabinetDeletion>;

/** `repaired`: it is now as it should be. `under_way`: not finished yet. `failed`: see the message. */
export const repairResults = ['repaired', 'under_way', 'failed'] as const;
export const repairAnswer = z.object({ result: z.enum(repairResults), message: z.string() });
export type RepairAnswer = z.infer<typeof repairAnswer>;

/** The latest comparison of all cabinets; null before there was one. */
export const reconciliation = z
  .object({ finished_at: moment, seconds: z.number(), cabinets: z.int(), differing: z.int() })
  .nullable();
export type Reconciliation = z.infer<typeof reconciliation>;

/** Where a cabinet shows that it is there: any HTTP answer counts (specification, section 4). */
export const healthCheckPath = '/api/system/health-check';
export const signInPath = '/sign-in';
/** A health check may also say which version of the product and of this protocol runs. */
export const protocolVersion = 1;
export const healthAnswer = z.object({
  version: z.string().max(100).optional(),
  protocol: z.int().optional(),
});

/** The longest life of a session in a cabinet: a person's, and that of a colleague who acts as the client. */
export const cabinetSessionSeconds = 30 * 86_400;
export const actingSessionSeconds = 3600;

/** `POST cabinet-api/tickets` */
export const ticketInput = z.strictObject({ ticket: z.string().min(1).max(200) });
export const ticketAnswer = z.object({
  client_id: z.string(),
  name: z.string(),
  locale,
  /** Null when a colleague acts as the client. */
  person: z
    .object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(memberRoles) })
    .nullable()
    .default(null),
  acting_user: z.object({ id: z.string(), name: z.string() }).nullable(),
  read_only: z.boolean(),
  /** The platform's session it came from, and its time by the platform's clock. */
  session_id: z.string().nullable().default(null),
  signed_in_at: moment.nullable().default(null),
});
export type TicketAnswer = z.infer<typeof ticketAnswer>;

const colour = z.string().regex(hexColour);
const accentColours = z.object({
  accent: colour,
  accent_hover: colour,
  on_accent: colour,
  accent_soft: colour,
  link: colour,
});

/**
 * The operator's look (GROWTH section 19). `accent` is null, and `logo_url` too, where the product's own is used;
 * `colors` are always those in effect. `footer` is by language.
 */
export const cabinetBranding = z.object({
  accent: colour.nullable(),
  colors: z.object({ light: accentColours, dark: accentColours }),
  /** A wide picture with the name in it, instead of mark and name. */
  logo_url: z.string().nullable(),
  /** How much wider than high the logo is. */
  logo_ratio: z.number().nullable(),
  mark_url: z.string(),
  footer: z.record(z.string(), z.string()),
});
export type CabinetBranding = z.infer<typeof cabinetBranding>;

/**
 * What the client has to pay next, in minor units: `missing` is what the balance lacks for it, 0 when it is covered.
 * `due_at` is the end of the running period, null while the cabinet is suspended; `block_at` is when an unpaid cabinet
 * is suspended, known once the period is over. `by_card`: a saved card is charged for it.
 */
const duePayment = z.object({
  missing: z.int(),
  due_at: moment.nullable(),
  block_at: moment.nullable(),
  by_card: z.boolean(),
});
export type DuePayment = z.infer<typeof duePayment>;

/** `GET cabinet-api/entitlements`: what the tariff includes, and what a cabinet may show about its client. */
export const entitlements = z.object({
  features: z.array(z.string()),
  /** By the metric's key; null is unlimited. `goods_quantity` is the same as `goods_count`. */
  limits: z
    .object({ monthly_turnover: z.int().nullable(), goods_quantity: z.int().nullable() })
    .catchall(z.int().nullable()),
  /** The metrics that a cabinet can report, by key. */
  metrics: z
    .record(
      z.string(),
      z.object({
        unit: z.enum(metricUnits),
        period: z.enum(metricPeriods),
        name: z.record(z.string(), z.string()),
      }),
    )
    .default({}),
  status: z.string(),
  ends_at: moment.nullable(),
  read_only: z.boolean(),
  /** When the database is deleted unless something is paid. */
  deletion_at: moment.nullable().default(null),
  /** When the account closes because its customer asked for it; from then on the cabinet is suspended. */
  closes_at: moment.nullable().default(null),
  client: z.object({ id: z.string(), name: z.string(), type: z.enum(clientTypes), ident: z.string() }),
  /** The customer's own domain, while it is in use: pages asked for under another name lead there. */
  own_domain: z.string().nullable().default(null),
  tariff: z.object({ id: z.string(), name: z.record(z.string(), z.string()) }),
  feature_names: z.record(z.string(), z.record(z.string(), z.string())),
  /** Of each feature that the tariff lacks and one on sale adds: the cheapest such tariff (minor units a period). */
  upgrades: z
    .array(
      z.object({
        feature: z.string(),
        tariff: z.object({ id: z.string(), name: z.record(z.string(), z.string()) }),
        price: z.int(),
        period: z.enum(['month', 'year']),
      }),
    )
    .default([]),
  /** What the next periods cost less, in the order in which they were given (minor units). */
  discounts: z
    .array(
      z.object({
        percent: z.int().nullable(),
        amount: z.int().nullable(),
        periods_left: z.int().nullable(),
      }),
    )
    .default([]),
  balance: z.int(),
  /** Null when nothing has to be paid: a free tariff, a suspension by hand, an account that closes before. */
  payment: duePayment.nullable().default(null),
  currency: z.string(),
  time_zone: z.string(),
  product_name: z.string(),
  platform_url: z.string(),
  /** Who sells the product, as on the platform's pages; empty before the company's details are entered. */
  seller: z.string().default(''),
  /** How its customers reach support. */
  support: z
    .object({ email: z.string().nullable(), phone: z.string().nullable() })
    .default({ email: null, phone: null }),
  /** The logo that the platform's pages show. */
  logo_url: z.string().nullable().default(null),
  /** What the operator announces to this client now, by language; without what was put away in the account. */
  announcements: z
    .array(
      z.object({
        id: z.string(),
        title: z.record(z.string(), z.string()),
        body: z.record(z.string(), z.string()),
        from: moment,
        to: moment.nullable(),
      }),
    )
    .default([]),
  branding: cabinetBranding.nullable().default(null),
  /** Who may enter, with the language that each has chosen on the platform. */
  members: z.array(z.object({ id: z.string(), role: z.enum(memberRoles), locale })).default([]),
  /** Ended sessions (GROWTH section 15): the cabinet drops sessions that began before this moment or that are named. */
  sessions_valid_from: moment.nullable().default(null),
  persons: z.array(z.object({ id: z.string(), valid_from: moment })).default([]),
  acting_users_ended: z.array(z.string()).default([]),
  sessions_ended: z.array(z.string()).default([]),
});
export type Entitlements = z.infer<typeof entitlements>;

/** `POST cabinet-api/logout`: the `session_id` of a ticket's answer. */
export const logoutInput = z.strictObject({ session_id: id });

/** `POST cabinet-api/usage`; money in minor units. What is absent stays as it was reported last. */
export const usageInput = z.strictObject({
  monthly_turnover: z.int().min(0).optional(),
  goods_count: z.int().min(0).max(limits.count.max).optional(),
  cash_registers: z.int().min(0).max(limits.count.max).optional(),
  /** By key, the three above included. */
  metrics: z.record(z.string().max(50), z.int().min(0)).optional(),
  last_visit: moment.nullable(),
});
export type Usage = z.infer<typeof usageInput>;

/** `POST admin/clients/{id}/sign-in` */
export const clientSignInInput = z.strictObject({
  reason: line(limits.reason),
  read_only: z.boolean().optional(),
});
