import type { ClientImportInput, ReadRow } from '#contract/clients/client-import.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { clientSubject, writeAudit, writeAuditEntries } from '#server/audit-log/audit-store.ts';
import { startCabinets } from '#server/cabinets/tasks/start-cabinet.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import { auditedOwnValues, mergedOwnValues } from '#server/client-fields/sent-values.ts';
import { type FieldValue, insertOwnValues } from '#server/client-fields/value-store.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { clientInvitation } from '#server/clients/client-emails.ts';
import { insertClients, type NewClient } from '#server/clients/client-store.ts';
import { withoutEmptyTexts } from '#server/clients/contact/empty-texts.ts';
import { type ResolvedRow, resolveRows } from './resolve-rows.ts';
import { takingContacts } from '#server/clients/contact/taken-contacts.ts';

/** Rows per statement: PostgreSQL takes at most 65,535 values in one. */
const atOnce = 1000;

/** Refuses each cell that the import would refuse; writes nothing. */
export async function checkClientImport(
  deps: ClientDeps,
  rows: readonly ReadRow[],
): Promise<{ rows: number }> {
  await deps.db.transaction().execute((tx) => resolveRows(deps, tx, rows));
  return { rows: rows.length };
}

/**
 * Creates the clients of a file in one transaction, all of them or none (docs/decisions/0040); jobs make the
 * cabinets. A repeat with the same key does nothing.
 */
export function importClients(
  deps: ClientDeps,
  caller: StaffCaller,
  { rows, send_invitations, file, key }: ClientImportInput & { key: IdempotencyKey | null },
): Promise<{ rows: number; created_at: string }> {
  const { now } = caller;
  return takingContacts(deps.db, caller, (tx) =>
    once(tx, key, now, async () => {
      const resolved = await resolveRows(deps, tx, rows);
      const clients = resolved.map(({ custom, ...row }) => ({
        client: newClient(row, deps.defaultLocale, now),
        custom,
      }));
      for (let start = 0; start < clients.length; start += atOnce) {
        const some = clients.slice(start, start + atOnce);
        await createSome(deps, tx, caller, some);
        if (send_invitations) {
          const emails = some.map(({ client }) => clientInvitation(client));
          await deps.mail.writeAll(tx, now, emails);
        }
      }
      await writeAudit(tx, caller, {
        action: 'client.import',
        subject: { type: 'client', id: null, name: file ?? null },
        changes: auditChanges({}, { rows: rows.length, send_invitation: send_invitations }),
      });
      return { rows: rows.length, created_at: now.toISOString() };
    }),
  );
}

async function createSome(
  deps: ClientDeps,
  tx: Db,
  caller: StaffCaller,
  created: readonly { client: NewClient; custom: readonly FieldValue[] }[],
): Promise<void> {
  const clients = created.map(({ client }) => client);
  await insertClients(tx, clients);
  const values = created.flatMap(({ client, custom }) =>
    custom.map((one) => ({ ...one, clientId: client.id })),
  );
  await insertOwnValues(tx, values);
  const ids = clients.map(({ id }) => id);
  await startCabinets(deps, tx, ids, caller.now);
  const entries = created.map(({ client, custom }) => ({
    action: 'client.create',
    ...clientSubject(client),
    changes: auditChanges({}, { ...given(client), ...auditedOwnValues(mergedOwnValues({}, custom)) }),
  }));
  await writeAuditEntries(tx, caller, entries);
}

function newClient(
  { locale, billing_period = 'month', ...row }: Omit<ResolvedRow, 'custom'>,
  defaultLocale: Locale,
  now: Date,
): NewClient {
  return {
    ...withoutEmptyTexts(row),
    id: newId(now),
    locale: locale ?? defaultLocale,
    billing_period,
    status: 'unconfirmed',
    source: 'import',
    password_hash: null,
    created_at: now,
  } as NewClient; // an absent field becomes null
}

/** The fields that the file gave. */
function given(client: NewClient): Record<string, unknown> {
  const { id: _, password_hash: _p, status: _s, source: _o, created_at: _c, phone_e164: _e, ...row } = client;
  return row;
}
