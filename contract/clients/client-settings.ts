import * as z from 'zod';
import { limits } from '../kernel/primitives.ts';

/** The cabinet time settings of one client, in days; null means the general setting. */
const ownDays = z.int().min(limits.days.min).max(limits.days.max).nullable();
const clientDays = z.object({
  free_period_days: ownDays,
  term_without_payment_days: ownDays,
  database_retention_days: ownDays,
});

const givenDays = z.object({
  free_period_days: z.int(),
  term_without_payment_days: z.int(),
  database_retention_days: z.int(),
});

/** `GET admin/clients/{id}/settings`: the client's own values, the general ones, and those in effect. */
export const clientSettings = clientDays.extend({ general: givenDays, effective: givenDays });
export type ClientSettings = z.infer<typeof clientSettings>;

/** `POST admin/clients/{id}/settings` */
export const clientSettingsInput = z.strictObject(clientDays.shape).partial();
export type ClientSettingsInput = z.infer<typeof clientSettingsInput>;
