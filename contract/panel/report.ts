import * as z from 'zod';
import { clientStatuses } from '../entities/client.ts';
import { moment } from '../kernel/primitives.ts';
import { topUpServices } from '../entities/ledger-entry.ts';

/** How many days the dashboard looks back, and the length of a step. */
export const reportSteps = { 30: 'day', 90: 'week', 365: 'month' } as const;
export type ReportDays = keyof typeof reportSteps;
export type ReportStep = (typeof reportSteps)[ReportDays];
export const reportDays: readonly ReportDays[] = [30, 90, 365];

/** `GET admin/reports/summary` */
export const summaryQuery = z.strictObject({
  days: z
    .enum(['30', '90', '365'], { error: 'validation.notAllowed' })
    .optional()
    .transform((days) => reportDays.find((one) => String(one) === days) ?? 30),
});

/** A day in the variant's time zone. */
const day = z.string();
const count = z.int();
const minorUnits = z.int();
/** The same figure of as many days before the report; null in an answer that an older version cached. */
const before = z.int().nullable().default(null);

/** What the daily proof found beside wallets that don't add up (docs/decisions/0150). */
export const proofFindingKinds = [
  'payment_without_line',
  'line_without_payment',
  'payment_not_reversed',
  'reversal_differs',
  'refund_differs',
  'document_differs',
  'numbers_with_gaps',
  'closed_month_changed',
  'line_without_document',
] as const;
export type ProofFindingKind = (typeof proofFindingKinds)[number];

/** `names`: ids of payments, lines or documents, `invoice 2026`, or months; the first hundred. */
export const proofFinding = z.object({ kind: z.enum(proofFindingKinds), count, names: z.array(z.string()) });
export type ProofFinding = z.infer<typeof proofFinding>;

/**
 * The figures of the dashboard (DESIGN section 9). Deleted clients don't count; money is in minor units. Each is as
 * of `at`: it is counted once for everybody who looks within a minute.
 */
export const reportSummary = z.object({
  at: moment,
  /** The first and the last day of the report. */
  from: day,
  to: day,
  step: z.enum(['day', 'week', 'month']),
  clients: z.object({ total: count, by_status: z.record(z.enum(clientStatuses), count) }),
  sign_ups: z.object({
    total: count,
    before,
    steps: z.array(z.object({ from: day, to: day, count })),
  }),
  /** What paid periods are worth a month (docs/decisions/0179). */
  revenue: z.object({
    monthly: minorUnits,
    /** The same when the report's first day began. */
    before,
    clients: count,
    tariffs: z.array(z.object({ id: z.string(), name: z.string(), clients: count, monthly: minorUnits })),
  }),
  /** Top-ups that were not reversed. */
  top_ups: z.object({
    count,
    sum: minorUnits,
    before,
    by_service: z.record(z.enum(topUpServices), minorUnits),
    steps: z.array(z.object({ from: day, to: day, by_service: z.record(z.enum(topUpServices), minorUnits) })),
  }),
  /** Clients whose balance does not cover the period after `lasts_until`, by that moment. */
  ending: z.array(z.object({ days: z.int(), from: moment, until: moment, trial: count, active: count })),
  /** Whether a worker is there to charge, send emails and make cabinets, at the time of the request. */
  worker: z.object({ is_alive: z.boolean(), seen_at: moment.nullable() }),
  /** Scheduled backups, as of the last good one, at the time of the request; null without any. */
  backup: z.object({ is_late: z.boolean(), good_at: moment.nullable() }).nullable(),
  /** What an owner sets up first, at the time of the request: the account to pay to, a tariff that costs something, SMTP. */
  set_up: z.object({ company: z.boolean(), prices: z.boolean(), mail_server: z.boolean() }),
  failed_cabinets: count,
  failed_emails: count,
  /** Whether the lines of every wallet add up to its balance; null before the first check. */
  proof: z
    .object({
      at: moment,
      clients: count,
      lines: count,
      total: minorUnits,
      broken_client_ids: z.array(z.string()),
      // An answer that an older version cached has none.
      findings: z.array(proofFinding).default([]),
    })
    .nullable(),
});
export type ReportSummary = z.infer<typeof reportSummary>;

/** `GET admin/reports/forecast` */
export const forecastLimits = { days: { min: 1, max: 90, default: 30 } } as const;
export const forecastQuery = z.strictObject({
  days: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'validation.numberExpected' })
    .transform(Number)
    .pipe(z.int().min(forecastLimits.days.min).max(forecastLimits.days.max))
    .optional()
    .transform((days) => days ?? forecastLimits.days.default),
});

const expected = {
  charges: z.object({ count, sum: minorUnits }),
  graces: count,
  blocks: count,
  deletions: count,
};

/** What happens to all clients if nobody pays or changes anything, day by day from today (DESIGN section 10.1). */
export const reportForecast = z.object({
  at: moment,
  /** The forecast covers everything before it. */
  until: moment,
  days: z.array(z.object({ day, ...expected })),
  total: z.object(expected),
});
export type ReportForecast = z.infer<typeof reportForecast>;
export type ForecastDay = ReportForecast['days'][number];
