import * as z from 'zod';
import { clientEntity } from '../entities/client.ts';
import { shapeOf } from '../kernel/entity.ts';
import { type Refusal, refusalsByField } from '../kernel/issues.ts';
import { strangeTextIn } from '../kernel/plain-text.ts';
import { limits, line, moment } from '../kernel/primitives.ts';
import { contactRules } from '../contact/registration.ts';
import type { Variant } from '../kernel/variants.ts';

/** The limits of one import; more clients need several files. */
export const clientImportLimits = { rows: 5000, bodyBytes: 16 * 1024 * 1024 } as const;

const importedFields = {
  ...shapeOf(clientEntity, 'imported'),
  tariff: line(limits.generic).optional(),
  manager: line(limits.generic).optional(),
};

/**
 * A client in a file that a company imports (docs/decisions/0040). `tariff` is a name in any language or an id,
 * `manager` an email or a name. Everything but the contact may be missing.
 */
export function importedClient(variant: Variant) {
  return z.strictObject(importedFields).check(contactRules(variant));
}
export type ImportedClient = z.output<ReturnType<typeof importedClient>>;

/** A row as it was read: a client, or its good cells with each mistake by field (`_` for what is no row at all). */
export type ReadRow =
  | { ok: true; cells: ImportedClient }
  | { ok: false; cells: Partial<ImportedClient>; refusals: Record<string, Refusal[]> };

/** Reads a row by `importedClient`. A mistake hides no other one: the good cells are there to be looked up. */
export function readRow(schema: z.ZodType<ImportedClient>, given: unknown): ReadRow {
  const strange = strangeTextIn(given);
  const read = schema.safeParse(given, { reportInput: true });
  if (read.success && Object.keys(strange).length === 0) return { ok: true, cells: read.data };
  const refusals = { ...(!read.success && refusalsByField(read.error)), ...strange };
  return { ok: false, cells: goodCells(given, refusals), refusals };
}

function goodCells(given: unknown, refusals: Readonly<Record<string, Refusal[]>>): Partial<ImportedClient> {
  const row = new Map<string, unknown>(typeof given === 'object' && given ? Object.entries(given) : []);
  const good = Object.entries(importedFields).flatMap(([field, schema]) => {
    const read = schema.safeParse(row.get(field));
    return row.has(field) && read.success && !(field in refusals) ? [[field, read.data] as const] : [];
  });
  return Object.fromEntries(good);
}

/** In the order of a form: the contact first, then the fields with other names than in the client's row. */
const first = [
  'name',
  'type',
  'ident',
  'email',
  'country_code',
  'phone',
  'tariff',
  'billing_period',
  'manager',
] as const;

/** The names of the fields that can be imported, in the order of a form. */
export const importedFieldNames: readonly ImportedFieldName[] = [...first, ...others()];
export type ImportedFieldName = Exclude<keyof ImportedClient, 'custom'>;

function others(): ImportedFieldName[] {
  const { custom: _, ...others } = importedFields;
  const names = Object.keys(others) as ImportedFieldName[]; // keys of that object
  return names.filter((name) => !first.some((one) => one === name));
}

/** `POST admin/clients/imports/check`: refuses what the import would refuse, and writes nothing. */
export function clientImportCheck(variant: Variant) {
  return z.strictObject({ rows: rows(variant) });
}

/** `POST admin/clients/imports`: all of them or none. */
export function clientImportInput(variant: Variant) {
  return z.strictObject({
    rows: rows(variant),
    /** Whether each client gets an email with a link to set a password. */
    send_invitations: z.boolean(),
    /** The file's name, for the audit log. */
    file: line({ max: limits.generic.max }).optional(),
  });
}
export type ClientImportInput = z.output<ReturnType<typeof clientImportInput>>;

export const clientImportChecked = z.object({ rows: z.int() });

/** `created_at` is the same for every client of the import, so a list can be filtered by it. */
export const clientImportDone = z.object({ rows: z.int(), created_at: moment });

/** Any rows: each is read for itself, and the code that resolves them refuses all mistakes at once. */
function rows(variant: Variant) {
  const schema = importedClient(variant);
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const row = z.unknown().meta(described);
  return z
    .array(row.transform((given) => readRow(schema, given)))
    .min(1)
    .max(clientImportLimits.rows);
}
