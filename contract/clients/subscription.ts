import * as z from 'zod';
import { billingPeriods, clientStatuses } from '../entities/client.ts';
import { metricUnits, metricUsage } from '../catalogue/metric.ts';
import { includedFeature } from '../company/public-tariffs.ts';
import { id, moment } from '../kernel/primitives.ts';
import { forecastEntry } from '../money/forecast.ts';
import { runningDiscount } from '../catalogue/discount.ts';

/** `POST admin/clients/{id}/tariff`, `POST auth/me/tariff`. Without `billing_period` it stays as it is. */
export const tariffChangeInput = z.strictObject({
  tariff_id: id,
  billing_period: z.enum(billingPeriods).optional(),
  when: z.enum(['now', 'period_end']),
});
export type TariffChangeInput = z.infer<typeof tariffChangeInput>;

/** The charge of a period that begins: its price, what discounts take off, and the sum that is left. Minor units. */
export const periodCharge = z.object({ date: moment, price: z.int(), discount: z.int(), amount: z.int() });
export type PeriodCharge = z.infer<typeof periodCharge>;

/**
 * What a change of tariff does to the wallet (minor units) and to the period. `from` is when the new tariff takes
 * effect; refund and charge are 0 where no money moves at once. `discount` is what was taken off the charge, and
 * `next_charge` that of the period after it.
 */
export const tariffChangePreview = z.object({
  refund: z.int(),
  charge: z.int(),
  discount: z.int(),
  balance_after: z.int(),
  trialEnds: moment.nullable(),
  status: z.enum(clientStatuses),
  from: moment,
  next_charge: periodCharge.nullable(),
});
export type TariffChangePreview = z.infer<typeof tariffChangePreview>;

/** A tariff that a customer can choose. Money in minor units; null is unlimited. */
const chosenTariff = z.object({
  id: z.string(),
  name: z.string(),
  subtitle: z.string(),
  description: z.string(),
  recommended: z.boolean(),
  price_month: z.int(),
  price_year: z.int(),
  monthly_turnover_limit: z.int().nullable(),
  goods_quantity: z.int().nullable(),
  /** Every limit, the two above included; `name` in the reader's language. */
  limits: z.array(
    z.object({ metric: z.string(), name: z.string(), unit: z.enum(metricUnits), limit: z.int() }),
  ),
  /** In the order of their tree; those that have others below them in every tariff are left out. */
  features: z.array(includedFeature),
});

export type TariffChoice = z.infer<typeof chosenTariff>;

/** A tariff that begins at the end of the period. */
export const nextTariff = z.object({
  id: z.string(),
  name: z.string(),
  billing_period: z.enum(billingPeriods),
});

/**
 * `GET auth/me/subscription`: a customer's own. Money in minor units. Limits are the customer's own, else the
 * tariff's, null without one. `price` is the customer's own, as are those of the present tariff. `tariffs` are those that the customer may change to, with the present one.
 */
export const ownSubscription = z.object({
  status: z.enum(clientStatuses),
  blocked_by_hand: z.boolean(),
  tariff: chosenTariff,
  billing_period: z.enum(billingPeriods),
  price: z.int(),
  /** What a period will cost, and the start of the first that does. */
  coming_price: z.object({ price: z.int(), from: moment }).nullable(),
  /** Null when nothing is owed, or before one can say when. */
  next_charge: periodCharge.nullable(),
  /**
   * The next charges if each is paid, in their order: twelve months or two years, at the price that each will cost, with
   * its discounts. Free periods have 0.
   */
  coming_charges: z.array(periodCharge),
  /** Those that the next period gets, in the order in which they were given. */
  discounts: z.array(runningDiscount),
  /** A saved card is charged by itself before the next period, for all that the balance lacks. */
  auto_top_up: z.boolean(),
  next_tariff: nextTariff.nullable(),
  currency: z.string(),
  time_zone: z.string(),
  balance: z.int(),
  recommended_amount: z.int(),
  trialEnds: moment.nullable(),
  remaining_days: z.int().nullable(),
  lasts_until: moment.nullable(),
  deletion_at: moment.nullable(),
  /** Calendar days until then; 0 on the day itself. */
  deletion_days: z.int().nullable(),
  /** Until when the last backup of a cabinet deleted for non-payment is kept; null without one. */
  backup_kept_until: moment.nullable(),
  /** Whether a payment until then restores its data. */
  backup_returns: z.boolean(),
  limits: z.object({ monthly_turnover: z.int().nullable(), goods_quantity: z.int().nullable() }),
  usage: z.object({ monthly_turnover: z.int(), goods_count: z.int(), cash_registers: z.int() }),
  /** The same and more: each metric that a tariff limits or a cabinet reports, in the reader's language. */
  metrics: z.array(metricUsage),
  over_limit: z.boolean(),
  /** The next events, at most a year ahead. */
  forecast: z.array(forecastEntry),
  /** When the account closes because its owner asked for it; null: it stays. */
  closes_at: moment.nullable(),
  /** Then the data is erased too. */
  close_erases: z.boolean(),
  tariffs: z.array(chosenTariff),
});
export type OwnSubscription = z.infer<typeof ownSubscription>;

/** The harmful steps of the lifecycle; they wait for approval when a run would take too many (GROWTH section 20). */
export const heldSteps = ['block', 'archive'] as const;
export type HeldStep = (typeof heldSteps)[number];
