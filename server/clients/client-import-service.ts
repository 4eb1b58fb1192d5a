import type { Kysely } from 'kysely';
import type { ClientImportInput, ImportedClient } from '#contract/client-import.ts';
import type { Refusal } from '#contract/issues.ts';
import { emailKey } from '#contract/primitives.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit, writeAuditEntries } from '#server/audit/audit-store.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import { once, type OnceKey } from '#server/db/idempotency.ts';
import type { ClientRow, Tables } from '#server/db/tables.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused } from '#server/refused.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import { clientInvitation } from './client-invitation.ts';
import { contactsAmong, insertClients, managersByName, type NewClient } from './client-store.ts';
import { phoneOf } from './contact.ts';
import { takingContacts } from './registration-service.ts';

interface ClientImportDeps {
  db: Kysely<Tables>;
  provisioning: ProvisioningService;
  tariffs: TariffService;
  mail: MailService;
  defaultLocale: ClientRow['locale'];
}

/** So many rows go into one statement: PostgreSQL takes 65,535 values in one. */
const atOnce = 1000;

/** Clients that a company brings along in a file: all of them or none (docs/decisions/0040). */
export function createClientImportService({
  db,
  provisioning,
  tariffs,
  mail,
  defaultLocale,
}: ClientImportDeps) {
  return {
    /** Refuses at each cell what the import would refuse; writes nothing. */
    async check(rows: readonly ImportedClient[]): Promise<{ rows: number }> {
      await db.transaction().execute((tx) => resolved(tx, rows));
      return { rows: rows.length };
    },

    /** Creates them, in one transaction; the cabinets are made by jobs. A repetition with the same key does nothing. */
    import(
      caller: Caller<StaffActor>,
      { rows, send_invitations, file }: ClientImportInput,
      key: OnceKey | null,
    ): Promise<{ rows: number; created_at: string }> {
      const { now } = caller;
      return takingContacts(db, (tx) =>
        once(tx, key, now, async () => {
          const clients = (await resolved(tx, rows)).map((row) => newClient(row, now));
          for (let start = 0; start < clients.length; start += atOnce) {
            await create(tx, caller, clients.slice(start, start + atOnce), { send_invitations });
          }
          await writeAudit(tx, caller, {
            action: 'client.import',
            subject: { type: 'client', id: null, name: file ?? null },
            changes: auditChanges({}, { rows: rows.length, send_invitation: send_invitations }),
          });
          return { rows: rows.length, created_at: now.toISOString() };
        }),
      );
    },
  };

  async function create(
    tx: Kysely<Tables>,
    caller: Caller<StaffActor>,
    clients: readonly NewClient[],
    { send_invitations }: { send_invitations: boolean },
  ): Promise<void> {
    const { now } = caller;
    await insertClients(tx, clients);
    await provisioning.startAll(
      tx,
      clients.map(({ id }) => id),
      now,
    );
    await writeAuditEntries(
      tx,
      caller,
      clients.map(({ id, name, ...row }) => ({
        action: 'client.create',
        subject: { type: 'client', id, name },
        clientId: id,
        changes: auditChanges({}, { name, ...editable(row) }),
      })),
    );
    if (send_invitations)
      await mail.writeAll(
        tx,
        now,
        clients.map((client) => clientInvitation(client)),
      );
  }

  /** The rows with ids instead of names, or a refusal of every cell that cannot be. */
  async function resolved(tx: Kysely<Tables>, rows: readonly ImportedClient[]): Promise<ResolvedRow[]> {
    const refusals: Record<string, Refusal[]> = {};
    const refuse = (index: number, field: keyof ImportedClient, key: string, params?: Refusal['params']) => {
      refusals[`rows.${index}.${field}`] = [{ key, ...(params && { params }) }];
    };
    const contacts = rows.map((row) => ({ email: emailKey(row.email), phone: phoneOf(row) }));
    refuseRepeated(contacts, refuse);
    const taken = await contactsAmong(tx, contacts);
    contacts.forEach(({ email, phone }, index) => {
      if (taken.emails.has(email)) refuse(index, 'email', 'validation.errorEmailHas');
      if (taken.phones.has(phone)) refuse(index, 'phone', 'validation.errorPhoneHas');
    });
    const tariffIds = idsByName(await tariffs.openNames(tx));
    const managerIds = idsByName(await managersByName(tx));
    const defaultTariff = (await tariffs.forNewClient(tx)).id;
    const read = rows.map(({ tariff, manager, ...row }, index) => ({
      ...row,
      phone_e164: contacts[index]?.phone ?? '',
      tariff_id: tariff === undefined ? defaultTariff : idOf(tariffIds, index, 'tariff', tariff),
      manager_id: manager === undefined ? null : idOf(managerIds, index, 'manager', manager),
    }));
    if (Object.keys(refusals).length > 0) throw new Refused('validation_failed', { fields: refusals });
    return read;

    function idOf(
      known: ReadonlyMap<string, ReadonlySet<string>>,
      index: number,
      field: 'tariff' | 'manager',
      name: string,
    ): string {
      const ids = [...(known.get(nameKey(name)) ?? [])];
      const [id] = ids;
      if (id === undefined) refuse(index, field, 'validation.unknownName');
      if (ids.length > 1) refuse(index, field, 'validation.ambiguousName');
      return id ?? '';
    }
  }

  function newClient(
    { locale = defaultLocale, billing_period = 'month', ...row }: ResolvedRow,
    now: Date,
  ): NewClient {
    const given = Object.entries(row).map(([field, value]) => [field, value === '' ? null : value]);
    return {
      ...(Object.fromEntries(given.filter(([, value]) => value !== undefined)) as typeof row), // the same keys
      id: newId(now),
      locale,
      billing_period,
      status: 'unconfirmed',
      password_hash: null,
      created_at: now,
    } as NewClient; // an emptied text is none, as in a change of a client
  }
}
export type ClientImportService = ReturnType<typeof createClientImportService>;

type ResolvedRow = Omit<ImportedClient, 'tariff' | 'manager'> &
  Pick<ClientRow, 'phone_e164' | 'tariff_id' | 'manager_id'>;

interface Contacts {
  email: string;
  phone: string;
}

/** Of two rows with the same address or phone the later one is refused, and names the row before. */
function refuseRepeated(
  contacts: readonly Contacts[],
  refuse: (index: number, field: keyof Contacts, key: string, params: { row: number }) => void,
): void {
  for (const field of ['email', 'phone'] as const) {
    const first = new Map<string, number>();
    contacts.forEach((contact, index) => {
      const before = first.get(contact[field]);
      if (before === undefined) first.set(contact[field], index);
      else refuse(index, field, 'validation.repeatedInRow', { row: before + 1 });
    });
  }
}

/** Ids by each of their names; a name that several have leads to all of them. */
function idsByName(named: readonly { id: string; names: readonly string[] }[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, names } of named) {
    for (const name of [id, ...names]) {
      const key = nameKey(name);
      ids.set(key, (ids.get(key) ?? new Set()).add(id));
    }
  }
  return ids;
}

function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

function editable({
  password_hash: _p,
  status: _s,
  created_at: _c,
  phone_e164: _e,
  ...row
}: Omit<NewClient, 'id' | 'name'>) {
  return row;
}
