import * as z from 'zod';
import { clientTypes } from './registration.ts';
import { limits, locale } from './primitives.ts';

/** As the customer and the administrator see it (`GET cabinet/status`). Only `active` is success. */
export const cabinetStatuses = ['none', 'creating', 'active', 'suspended', 'failed', 'deleted'] as const;
export type CabinetStatus = (typeof cabinetStatuses)[number];

/** What the wait screen shows, in order (DESIGN section 9). */
export const cabinetSteps = ['address', 'database', 'instance', 'health', 'ready'] as const;
export type CabinetStep = (typeof cabinetSteps)[number];
export const stepStates = ['pending', 'running', 'done', 'failed'] as const;
export type StepState = (typeof stepStates)[number];

export const cabinetState = z.object({
  status: z.enum(cabinetStatuses),
  cabinet_url: z.string().nullable(),
  step: z.enum(cabinetSteps).nullable(),
  steps: z.array(z.object({ key: z.enum(cabinetSteps), state: z.enum(stepStates) })),
  /** Seconds a creation takes, from measured ones; null before there are any. */
  estimate_seconds: z.int().nullable(),
  /** What went wrong, in the reader's language, and the reference to give to support. */
  error: z.object({ message: z.string(), reference: z.string() }).nullable(),
});
export type CabinetState = z.infer<typeof cabinetState>;

export const domainResolvedInput = z.strictObject({ domain: z.string().min(1).max(limits.generic.max) });
export const cabinetSignInAnswer = z.object({ url: z.string() });

/** Where a cabinet answers that it is there: any HTTP answer counts (specification, section 4). */
export const healthCheckPath = '/api/system/health-check';
export const signInPath = '/sign-in';

/** `POST cabinet-api/tickets` */
export const ticketInput = z.strictObject({ ticket: z.string().min(1).max(200) });
export const ticketAnswer = z.object({
  client_id: z.string(),
  name: z.string(),
  locale,
  acting_user: z.object({ id: z.string(), name: z.string() }).nullable(),
  read_only: z.boolean(),
});
export type TicketAnswer = z.infer<typeof ticketAnswer>;

/** `GET cabinet-api/entitlements`: what the tariff gives, and what a cabinet may show of its client. */
export const entitlements = z.object({
  features: z.array(z.string()),
  limits: z.object({ monthly_turnover: z.int().nullable(), goods_quantity: z.int().nullable() }),
  status: z.string(),
  ends_at: z.iso.datetime().nullable(),
  read_only: z.boolean(),
  client: z.object({ id: z.string(), name: z.string(), type: z.enum(clientTypes), ident: z.string() }),
  tariff: z.object({ id: z.string(), name: z.record(z.string(), z.string()) }),
  feature_names: z.record(z.string(), z.record(z.string(), z.string())),
  balance: z.int(),
  currency: z.string(),
  time_zone: z.string(),
  product_name: z.string(),
  platform_url: z.string(),
});
export type Entitlements = z.infer<typeof entitlements>;

/** `POST cabinet-api/usage`; money in minor units. */
export const usageInput = z.strictObject({
  monthly_turnover: z.int().min(0),
  goods_count: z.int().min(0).max(limits.count.max),
  cash_registers: z.int().min(0).max(limits.count.max),
  last_visit: z.iso.datetime().nullable(),
});
export type Usage = z.infer<typeof usageInput>;
