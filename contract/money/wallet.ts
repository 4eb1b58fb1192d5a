import * as z from 'zod';
import { clientDetails } from '../clients/client-details.ts';
import { clientStatuses } from '../entities/client.ts';
import type { FieldType, ListSpec } from '../list-query.ts';
import { acrossFields, limits, line, moment, multiline } from '../primitives.ts';

export const ledgerKinds = ['top_up', 'charge', 'refund', 'bonus', 'reversal'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
/** How money came in (specification, section 3). Every service but `cash` has an invoice with its year. */
export const topUpServices = ['cash', 'non_cash', 'card'] as const;
export type TopUpService = (typeof topUpServices)[number];

/**
 * A line of a client's wallet (API.md, LedgerEntry). Money in minor units; `amount` is signed. Lines never change:
 * `reversed_by_id` is the line that reversed this one.
 */
export const ledgerEntry = z.object({
  id: z.string(),
  kind: z.enum(ledgerKinds),
  service: z.enum(topUpServices).nullable(),
  amount: z.int(),
  balance_after: z.int(),
  invoice: z.string().nullable(),
  year: z.int().nullable(),
  period_start: moment.nullable(),
  period_end: moment.nullable(),
  reverses_id: z.string().nullable(),
  reversed_by_id: z.string().nullable(),
  note: z.string().nullable(),
  created_by: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: moment,
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** The same for its customer: without staff's names and notes. */
export const ownLedgerEntry = ledgerEntry.omit({ note: true, created_by: true, created_by_name: true });
export type OwnLedgerEntry = z.infer<typeof ownLedgerEntry>;

const ownFields: Record<keyof OwnLedgerEntry, FieldType | readonly string[]> = {
  id: 'id',
  kind: ledgerKinds,
  service: topUpServices,
  amount: 'money',
  balance_after: 'money',
  invoice: 'text',
  year: 'number',
  period_start: 'moment',
  period_end: 'moment',
  reverses_id: 'id',
  reversed_by_id: 'id',
  created_at: 'moment',
};

/** `GET auth/me/ledger` */
export const ownLedgerList: ListSpec = { fields: listFields(ownFields) };

/** `GET admin/clients/{id}/ledger` */
export const ledgerList: ListSpec = {
  fields: listFields({ ...ownFields, note: 'text', created_by: 'id', created_by_name: 'text' }),
};

function listFields(types: Record<string, FieldType | readonly string[]>): ListSpec['fields'] {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      typeof type === 'string' ? { type } : { type: 'enum', values: type },
    ]),
  );
}

const amount = z.int().min(limits.topUp.min).max(limits.topUp.max);
const optionalNote = multiline({ max: limits.note.max }).optional();
const requiredNote = multiline({ min: 1, max: limits.note.max });

/**
 * `POST admin/clients/{id}/replenish`. Every service but `cash` needs the invoice and its year; with `cash` both are
 * given or neither. The year is at most next year (`latestInvoiceYear`).
 */
export const replenishInput = z
  .strictObject({
    service: z.enum(topUpServices),
    amount,
    invoice: line(limits.invoice).optional(),
    year: z.int().min(limits.invoiceYear.min).max(limits.invoiceYear.max).optional(),
    note: optionalNote,
  })
  .check(
    acrossFields<{ service: TopUpService; invoice?: string | undefined; year?: number | undefined }>(
      (input, refuse) => {
        // A missing or unknown service has its own refusal.
        const needsPaper = input.service === 'non_cash' || input.service === 'card';
        for (const [field, other] of [
          ['invoice', 'year'],
          ['year', 'invoice'],
        ] as const) {
          if (input[field] === undefined && (needsPaper || input[other] !== undefined)) {
            refuse(field, 'validation.required');
          }
        }
      },
    ),
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
