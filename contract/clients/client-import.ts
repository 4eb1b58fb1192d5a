import * as z from 'zod';
import { clientEntity } from '../entities/client.ts';
import { shapeOf } from '../entity.ts';
import { limits, line, moment } from '../primitives.ts';
import { contactRules } from '../contact/registration.ts';
import type { Variant } from '../variants.ts';

/** What one import takes: more clients come in several files. */
export const clientImportLimits = { rows: 5000, bodyBytes: 16 * 1024 * 1024 } as const;

const importedFields = {
  ...shapeOf(clientEntity, 'imported'),
  tariff: line(limits.generic).optional(),
  manager: line(limits.generic).optional(),
};

/**
 * A client of a file that a company brings along (docs/decisions/0040): `tariff` is a name in any language or an id,
 * `manager` an e-mail or a name. Everything beyond the contact may be missing.
 */
export function importedClient(variant: Variant) {
  return z.strictObject(importedFields).check(contactRules(variant));
}
export type ImportedClient = z.output<ReturnType<typeof importedClient>>;

/** As a form shows them: the contact first, then what has another name than in the client's row. */
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

/** The names of what can be imported, in the order in which a form shows them. */
export const importedFieldNames: readonly ImportedFieldName[] = [...first, ...others()];
export type ImportedFieldName = keyof ImportedClient;

function others(): ImportedFieldName[] {
  const names = Object.keys(importedFields) as ImportedFieldName[]; // of the object below
  return names.filter((name) => !first.some((one) => one === name));
}

/** `POST admin/clients/imports/check`: the same refusals as the import, and nothing is written. */
export function clientImportCheck(variant: Variant) {
  return z.strictObject({ rows: rows(variant) });
}

/** `POST admin/clients/imports`: all of them or none. */
export function clientImportInput(variant: Variant) {
  return z.strictObject({
    rows: rows(variant),
    /** Whether each gets an e-mail with a link to set a password. */
    send_invitations: z.boolean(),
    /** Of the file, for the audit log. */
    file: line({ max: limits.generic.max }).optional(),
  });
}
export type ClientImportInput = z.output<ReturnType<typeof clientImportInput>>;

export const clientImportChecked = z.object({ rows: z.int() });

/** `created_at` is that of every client of the import: what a list of them filters by. */
export const clientImportDone = z.object({ rows: z.int(), created_at: moment });

function rows(variant: Variant) {
  return z.array(importedClient(variant)).min(1).max(clientImportLimits.rows);
}
