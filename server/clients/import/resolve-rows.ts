import type { ImportedClient, ReadRow } from '#contract/clients/client-import.ts';
import { e164 } from '#contract/contact/phone.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { checkedOwnRows } from '#server/client-fields/sent-values.ts';
import type { FieldValue } from '#server/client-fields/value-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { openTariffNames, tariffForNewClient } from '#server/tariffs/choose-tariff.ts';
import { contactsAmong, managersByName } from '#server/clients/client-store.ts';

export type ResolvedRow = Omit<ImportedClient, 'tariff' | 'manager' | 'custom'> &
  Pick<ClientRow, 'phone_e164' | 'tariff_id' | 'manager_id'> & { custom: FieldValue[] };

type Refuse = (index: number, field: string, refusal: Refusal) => void;

/** What identifies a person, where the row has it. */
interface Contact {
  email: string | undefined;
  phone: string | undefined;
}

/** The rows of a file with ids instead of names. Refuses every cell that is wrong or can't be resolved, all at once. */
export async function resolveRows(
  deps: { settings: Pick<SettingsService, 'get'> },
  tx: Db,
  rows: readonly ReadRow[],
): Promise<ResolvedRow[]> {
  const refusals: Record<string, Refusal[]> = {};
  const refuse: Refuse = (index, field, refusal) => {
    (refusals[`rows.${index}${field === '_' ? '' : `.${field}`}`] ??= []).push(refusal);
  };
  refuseUnread(rows, refuse);
  const phones = await refuseContacts(tx, rows, refuse);
  const tariffIds = idsByName(await openTariffNames(tx));
  const managerIds = idsByName(await managersByName(tx));
  const defaultTariff = (await tariffForNewClient(deps, tx)).id;
  const values = await checkedOwnRows(
    tx,
    rows.map(({ cells }) => cells.custom),
    refuse,
  );
  const resolved = rows.map(({ cells: { tariff, manager, ...row } }, index) => {
    const idOf = (known: IdsByName, field: 'tariff' | 'manager', name: string) =>
      onlyId(known, name, (key) => refuse(index, field, { key }));
    return {
      ...row,
      custom: values[index] ?? [],
      phone_e164: phones[index] ?? '',
      tariff_id: tariff === undefined ? defaultTariff : idOf(tariffIds, 'tariff', tariff),
      manager_id: manager === undefined ? null : idOf(managerIds, 'manager', manager),
    };
  });
  if (Object.keys(refusals).length > 0) throw new AppError('validation_failed', { fields: refusals });
  return resolved as ResolvedRow[]; // without a refusal every row is whole
}

function refuseUnread(rows: readonly ReadRow[], refuse: Refuse): void {
  rows.forEach((row, index) => {
    if (row.ok) return;
    for (const [field, refusals] of Object.entries(row.refusals)) {
      for (const refusal of refusals) refuse(index, field, refusal);
    }
  });
}

/** Refuses addresses and phones that are repeated or taken. Returns the whole number of each row. */
async function refuseContacts(
  tx: Db,
  rows: readonly ReadRow[],
  refuse: Refuse,
): Promise<(string | undefined)[]> {
  const contacts = rows.map(({ cells: { email, country_code, phone } }): Contact => ({
    email: email && emailKey(email),
    phone: country_code && phone && e164(country_code, phone),
  }));
  refuseRepeated(contacts, refuse);
  const taken = await contactsAmong(tx, {
    emails: contacts.flatMap(({ email }) => email ?? []),
    phones: contacts.flatMap(({ phone }) => phone ?? []),
  });
  contacts.forEach(({ email = '', phone = '' }, index) => {
    if (taken.emails.has(email)) refuse(index, 'email', { key: 'validation.errorEmailHas' });
    if (taken.phones.has(phone)) refuse(index, 'phone', { key: 'validation.errorPhoneHas' });
  });
  return contacts.map(({ phone }) => phone);
}

/** When two rows have the same email or phone, the later one is refused and names the earlier. */
function refuseRepeated(contacts: readonly Contact[], refuse: Refuse): void {
  for (const field of ['email', 'phone'] as const) {
    const first = new Map<string, number>();
    contacts.forEach(({ [field]: value }, index) => {
      if (value === undefined) return;
      const before = first.get(value);
      if (before === undefined) first.set(value, index);
      else refuse(index, field, { key: 'validation.repeatedInRow', params: { row: before + 1 } });
    });
  }
}

type IdsByName = ReadonlyMap<string, ReadonlySet<string>>;

/** Ids by each of their names; a shared name leads to all of them. */
function idsByName(named: readonly { id: string; names: readonly string[] }[]): IdsByName {
  const ids = new Map<string, Set<string>>();
  for (const { id, names } of named) {
    for (const name of [id, ...names]) {
      const key = nameKey(name);
      ids.set(key, (ids.get(key) ?? new Set()).add(id));
    }
  }
  return ids;
}

function onlyId(known: IdsByName, name: string, refuse: (key: string) => void): string {
  const [id, ...others] = known.get(nameKey(name)) ?? [];
  if (id === undefined) refuse('validation.unknownName');
  if (others.length > 0) refuse('validation.ambiguousName');
  return id ?? '';
}

function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
