import * as z from 'zod';
import { acrossFields, id, limits, line, minorUnits } from '../kernel/primitives.ts';

/** What one file may hold. A larger period comes in several files. */
export const statementLimits = {
  fileBytes: 10 * 1024 * 1024,
  /** The file in base64, its mapping and its name. */
  bodyBytes: 15 * 1024 * 1024,
  lines: 20_000,
} as const;

/** What a file is read as, by its content. `csv`: any other one, by a mapping. */
export const statementFormats = ['camt053', 'camt054', 'mt940', 'privatbank', 'monobank', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export const statementDateFormats = [
  'DD.MM.YYYY',
  'YYYY-MM-DD',
  'YYYY.MM.DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'YYYYMMDD',
] as const;
export type StatementDateFormat = (typeof statementDateFormats)[number];
export const statementDelimiters = [';', ',', '\t', '|'] as const;
export type StatementDelimiter = (typeof statementDelimiters)[number];
export const statementEncodings = ['utf-8', 'windows-1251', 'windows-1257'] as const;
export type StatementEncoding = (typeof statementEncodings)[number];

/** What a column of a bank's CSV may be. `account` is the payer's, `code` the payer's as well. */
export const statementColumns = [
  'date',
  'amount',
  'debit',
  'credit',
  'currency',
  'purpose',
  'name',
  'code',
  'account',
  'reference',
] as const;
export type StatementColumn = (typeof statementColumns)[number];

const heading = line(limits.generic);

/** Which column of a CSV is what, by its heading. Money in one column is signed; in two it is `debit` and `credit`. */
export const statementMapping = z.strictObject({
  columns: z
    .strictObject({
      date: heading,
      amount: heading.optional(),
      debit: heading.optional(),
      credit: heading.optional(),
      /** Without it every line is in the currency of the installation. */
      currency: heading.optional(),
      purpose: heading.optional(),
      name: heading.optional(),
      code: heading.optional(),
      account: heading.optional(),
      reference: heading.optional(),
    } satisfies Record<StatementColumn, z.ZodType>)
    .check(
      acrossFields<Partial<Record<StatementColumn, string | undefined>>>((columns, refuse) => {
        const { amount, debit, credit } = columns;
        if (amount === undefined && debit === undefined && credit === undefined) {
          refuse('amount', 'validation.required');
        } else if (amount === undefined && debit === undefined) refuse('debit', 'validation.required');
        else if (amount === undefined && credit === undefined) refuse('credit', 'validation.required');
        else if (amount !== undefined && (debit !== undefined || credit !== undefined)) {
          refuse('amount', 'validation.amountOrTwo');
        }
      }),
    ),
  date_format: z.enum(statementDateFormats),
  decimal: z.enum(['.', ',']),
  delimiter: z.enum(statementDelimiters),
  encoding: z.enum(statementEncodings),
});
export type StatementMapping = z.infer<typeof statementMapping>;

const base64 = z
  .string()
  .min(1)
  .max(Math.ceil(statementLimits.fileBytes / 3) * 4, { error: 'validation.statementTooLarge' })
  .refine((content) => content.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(content), {
    error: 'validation.base64',
    abort: true,
  });

/** `POST admin/bank-statements` and its `…/check`. */
export const statementInput = z.strictObject({
  /** The file's name. */
  name: line(limits.generic),
  content: base64,
  /** For a CSV that is nobody's we know; without it the one remembered for the same headings. */
  mapping: statementMapping.optional(),
  /**
   * Whose statement it is, where the file does not say, or is of another account than the company details and earlier
   * statements have.
   */
  account: line({ max: 64 }).optional(),
});
export type StatementInput = z.infer<typeof statementInput>;

const day = z.iso.date();

/** What a file has, seen from what is there already. Money in minor units; `total` is that of the new lines. */
export const statementSummary = z.object({
  format: z.enum(statementFormats),
  account: z.string(),
  from: day,
  to: day,
  lines: z.int(),
  new: z.int(),
  known: z.int(),
  /** Money that went out: skipped. */
  outgoing: z.int(),
  /** New lines in another currency: kept, and never suggested. */
  foreign: z.int(),
  total: minorUnits,
});
export type StatementSummary = z.infer<typeof statementSummary>;

/**
 * `POST admin/bank-statements/check`: of the new lines in the installation's currency `certain` ones could be booked by
 * one act, of `suggested` ones it is known whose they may be, and of the rest nothing is.
 */
export const statementChecked = statementSummary.extend({ certain: z.int(), suggested: z.int() });
export type StatementChecked = z.infer<typeof statementChecked>;

/** `POST admin/bank-statements`: `certain` of the new lines can be booked by one act. */
export const statementDone = statementSummary.extend({ id, certain: z.int() });
export type StatementDone = z.infer<typeof statementDone>;
