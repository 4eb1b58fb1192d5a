import * as z from 'zod';
import { documentKinds } from '#contract/entities/document.ts';
import { locale } from '#contract/kernel/primitives.ts';

/** A day on the variant's calendar: `2026-11-30`. */
const day = z.iso.date();
const text = z.string().nullable();
/** Minor units of the document's currency. */
const money = z.int();

/** Who sells: the operator, as `company_details` said at the issue. */
const seller = z.object({
  name: z.string(),
  /** In the register of companies: ЄДРПОУ, įmonės kodas. */
  code: text,
  vat_number: text,
  address: text,
  bank: text,
  mfo: text,
  account: text,
  /** The person who signs acts. */
  director: text,
  /** The operator's note about its taxes, such as the group of the single tax. */
  tax_note: text,
});

/** Who buys: the client, its payment details first. */
const buyer = z.object({
  name: z.string(),
  type: z.enum(['individual', 'legal']),
  code: text,
  /** The taxpayer's number (ІПН). */
  ipn: text,
  vat_number: text,
  address: text,
  bank: text,
  mfo: text,
  account: text,
  phone: text,
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
});

const line = z.object({
  title: z.string(),
  quantity: z.int().positive(),
  /** With tax, like every price. */
  unit_price: money,
  /** `quantity` × `unit_price`. */
  amount: money,
  /** What the amount was charged for, both days within it; neither for a top-up. */
  period_start: day.optional(),
  period_end: day.optional(),
});

const tax = z.object({
  regime: z.enum(['none', 'vat']),
  /** Hundredths of a per cent; 0 without a tax and with reverse charge. */
  rate_bp: z.int().min(0).max(10_000),
  /** The buyer owes the tax: `tax` is 0 (article 196 of directive 2006/112/EC). */
  reverse_charge: z.boolean(),
});

/**
 * What a document says, frozen at its issue: the column `documents.content`. Its papers are made from this and from
 * nothing else, so that they never change.
 */
export const documentContent = z.object({
  /** Of this shape. */
  version: z.literal(1),
  kind: z.enum(documentKinds),
  number: z.string(),
  variant: z.enum(['ua', 'lt']),
  locale,
  /** ISO 4217. */
  currency: z.string().length(3),
  issued_on: day,
  due_on: day.nullable(),
  seller,
  buyer,
  lines: z.array(line).min(1),
  tax,
  /** `net` + `tax_amount` = `total` = the sum of the lines' amounts. */
  net: money,
  tax_amount: money,
  total: money,
  /** The document that a credit note takes back. */
  corrects: z.object({ number: z.string(), issued_on: day }).nullable(),
  /** What the payer writes into a transfer; null where nothing is to be paid. */
  purpose: z.string().nullable(),
  /** Whom to ask. Papers for the books name no email. */
  contact: z.object({ phone: text, email: text }),
  product: z.string(),
});
export type DocumentContent = z.infer<typeof documentContent>;
export type DocumentLine = DocumentContent['lines'][number];
export type DocumentTax = DocumentContent['tax'];
