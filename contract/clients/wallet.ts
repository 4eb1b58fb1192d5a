import * as z from 'zod';
import { isMoneyDay } from '../money/month.ts';
import { clientDetails } from './client-details.ts';
import { clientStatuses } from '../entities/client.ts';
import { ledgerEntry, type TopUpService, topUpServices } from '../entities/ledger-entry.ts';
import { acrossFields, id, limits, line, moment, multiline } from '../kernel/primitives.ts';

const amount = z.int().min(limits.topUp.min).max(limits.topUp.max);
const optionalNote = multiline({ max: limits.note.max }).optional();
const requiredNote = multiline({ min: 1, max: limits.note.max });

/**
 * `POST admin/clients/{id}/replenish`. Every service but `cash` needs the invoice and its year; with `cash` both are
 * given or neither. `document_id` replaces both by a document of the client. `value_date` is the day of the payment, by
 * default today. The year is at most next year (`latestInvoiceYear`).
 */
export const replenishInput = z
  .strictObject({
    service: z.enum(topUpServices),
    amount,
    invoice: line(limits.invoice).optional(),
    year: z.int().min(limits.invoiceYear.min).max(limits.invoiceYear.max).optional(),
    note: optionalNote,
    value_date: z.iso
      .date({ error: 'validation.date' })
      .refine(isMoneyDay, { error: 'validation.date' })
      .optional(),
    document_id: id.optional(),
  })
  .check(
    acrossFields<{
      service: TopUpService;
      invoice?: string | undefined;
      year?: number | undefined;
      document_id?: string | undefined;
    }>((input, refuse) => {
      // A missing or unknown service has its own refusal.
      const isTransfer = input.service === 'non_cash' || input.service === 'card';
      const needsPaper = isTransfer && input.document_id === undefined;
      for (const [field, other] of [
        ['invoice', 'year'],
        ['year', 'invoice'],
      ] as const) {
        if (input[field] === undefined && (needsPaper || input[other] !== undefined)) {
          refuse(field, 'validation.required');
        }
      }
    }),
  );
export type ReplenishInput = z.infer<typeof replenishInput>;

/** The latest year of an invoice: next year, on the variant's calendar. */
export function latestInvoiceYear(now: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(now)) + 1;
}

/** `POST admin/clients/{id}/bonus`: money given, not paid. */
export const bonusInput = z.strictObject({ amount, note: requiredNote });
export type BonusInput = z.infer<typeof bonusInput>;

/** `POST admin/clients/{id}/ledger/{entry}/reverse` */
export const reverseInput = z.strictObject({ note: requiredNote });
export type ReverseInput = z.infer<typeof reverseInput>;

/** The answer of every change of a wallet: the new line, and the client after it. */
export const walletChange = z.object({ entry: ledgerEntry, client: clientDetails });
export type WalletChange = z.infer<typeof walletChange>;

/** `POST admin/clients/{id}/replenish/preview`: what the money would do. `charge` is what is due at once. */
export const topUpPreview = z.object({
  charge: z.int(),
  balance_after: z.int(),
  status: z.enum(clientStatuses),
  trialEnds: moment.nullable(),
  lasts_until: moment.nullable(),
});
export type TopUpPreview = z.infer<typeof topUpPreview>;
