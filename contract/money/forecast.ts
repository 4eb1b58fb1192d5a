import * as z from 'zod';
import { moment } from '../kernel/primitives.ts';

/** What happens to a client without any action (DESIGN sections 7 and 10, "Forecast"). */
export const forecastEvents = [
  'reminder',
  'card_charge',
  'charge',
  'grace',
  'block',
  'deletion_warning',
  'deletion',
] as const;

/**
 * `rule` says in the reader's language why it happens then; `amount` (minor units) is the sum charged, and `discount`
 * what was taken off the price, where something was. A charge has the period that it pays for, and a card that is charged
 * by itself its last digits.
 */
export const forecastEntry = z.object({
  date: moment,
  event: z.enum(forecastEvents),
  rule: z.string(),
  amount: z.int().optional(),
  discount: z.int().optional(),
  last4: z.string().optional(),
  period_start: moment.optional(),
  period_end: moment.optional(),
});
export type ForecastEntry = z.infer<typeof forecastEntry>;
