import * as z from 'zod';
import { id, limits, line, minorUnits, moment } from '../kernel/primitives.ts';

/** How sure a suggestion is: `certain` ones are booked by one act, the others one by one. */
export const certainties = ['certain', 'likely', 'possible'] as const;
export type Certainty = (typeof certainties)[number];

/** Why a client is suggested. */
const reasonsFor = [
  'number',
  'half_number',
  'payment_code',
  'payer_code',
  'account',
  'amount',
  'name',
] as const;

/** What speaks against it. */
export const reasonsAgainst = [
  'shared_code',
  'other_amount',
  'overdue',
  'expired',
  'cancelled',
  'paid_before',
  'several_numbers',
  'payer_of_another',
  'account_of_another',
  'code_of_another',
  'client_deleted',
  /** Its data is deleted: money for a period opens a new cabinet and is charged at once. */
  'client_archived',
  'paid_by_another_line',
] as const;

export const suggestionReasons = [...reasonsFor, ...reasonsAgainst] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];

/** Whose money a bank line may be. `document`: what it would pay, and how much of it is left to pay. */
export const suggestion = z.object({
  client: z.object({ id: z.string(), name: z.string() }),
  document: z.object({ id: z.string(), number: z.string(), due: minorUnits }).nullable(),
  certainty: z.enum(certainties),
  reasons: z.array(z.enum(suggestionReasons)),
});
export type Suggestion = z.infer<typeof suggestion>;

/** When a bank line was booked or set aside. */
export const matchedAt = { row: moment.nullable() } as const;

/** Of a line that was booked with others by one act: how many of them are still booked, itself included. */
export const matchedTogether = { row: z.object({ id: z.string(), lines: z.int() }).nullable() } as const;

/** `GET admin/payments/inbox/summary`: payments without a client. `oldest` is the day of the oldest one. */
export const paymentInbox = z.object({
  count: z.int(),
  amount: minorUnits,
  oldest: z.iso.date().nullable(),
  /** Lines in another currency, which have no suggestions; not in the figures above. */
  foreign: z.int(),
});
export type PaymentInbox = z.infer<typeof paymentInbox>;

/** `GET admin/payments/certain`: what one act would book. */
export const certainPayments = z.object({ count: z.int(), amount: minorUnits });

/** `POST admin/payments/{id}/match` */
export const matchInput = z.strictObject({ client_id: id, document_id: id.optional() });
export type MatchInput = z.infer<typeof matchInput>;

/** `POST admin/payments/{id}/unmatch` and `…/ignore` */
export const matchReason = z.strictObject({ reason: line(limits.reason) });
export type MatchReason = z.infer<typeof matchReason>;

/** `POST admin/payments/match-certain`: with the `batch_id` of the call before, both are one act. */
export const matchCertainInput = z.strictObject({ batch_id: id.optional() });
export type MatchCertainInput = z.infer<typeof matchCertainInput>;

/**
 * `POST admin/payments/match-certain`: `left` are still certain, for another call. `entries`: the lines of the wallets,
 * by which the same can be taken back.
 */
export const matchedCertain = z.object({
  matched: z.int(),
  amount: minorUnits,
  left: z.int(),
  entries: z.array(z.string()),
  batch_id: z.string(),
});
export type MatchedCertain = z.infer<typeof matchedCertain>;

/** The most that one call books or takes back, so that its answer comes in time. */
export const matchedAtOnce = 200;

/** `POST admin/payments/unmatch`: bank lines, by their top-ups in the wallets. */
export const unmatchInput = matchReason.extend({ entries: z.array(id).min(1).max(matchedAtOnce) });
export type UnmatchInput = z.infer<typeof unmatchInput>;

/** `unmatched` of them wait again; `kept`: what somebody has already changed, or what went back to its payer. */
export const unmatchedLines = z.object({
  unmatched: z.int(),
  amount: minorUnits,
  kept: z.object({ changed: z.int(), refunded: z.int() }),
});
export type UnmatchedLines = z.infer<typeof unmatchedLines>;
