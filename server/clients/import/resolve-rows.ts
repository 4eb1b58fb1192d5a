import type { ImportedClient } from '#contract/clients/client-import.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { checkedOwnRows } from '#server/client-fields/sent-values.ts';
import type { FieldValue } from '#server/client-fields/value-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { openTariffNames, tariffForNewClient } from '#server/tariffs/choose-tariff.ts';
import { contactsAmong, managersByName } from '#server/clients/client-store.ts';
import { phoneOf } from '#server/clients/contact/checked-contact.ts';

export type ResolvedRow = Omit<ImportedClient, 'tariff' | 'manager' | 'custom'> &
  Pick<ClientRow, 'phone_e164' | 'tariff_id' | 'manager_id'> & { custom: FieldValue[] };

type Refuse = (index: number, field: string, refusal: Refusal) => void;

interface Contacts {
  email: string;
  phone: string;
}

/** The rows of a file with ids instead of names. Refuses every cell that can't be resolved. */
export async function resolveRows(
  deps: { settings: Pick<SettingsService, 'get'> },
  tx: Db,
  rows: readonly ImportedClient[],
): Promise<ResolvedRow[]> {
  const refusals: Record<string, Refusal[]> = {};
  const refuse: Refuse = (index, field, refusal) => {
    refusals[`rows.${index}.${field}`] = [refusal];
  };
  const contacts = rows.map((row) => ({ email: emailKey(row.email), phone: phoneOf(row) }));
  refuseRepeated(contacts, refuse);
  const taken = await contactsAmong(tx, contacts);
  contacts.forEach(({ email, phone }, index) => {
    if (taken.emails.has(email)) refuse(index, 'email', { key: 'validation.errorEmailHas' });
    if (taken.phones.has(phone)) refuse(index, 'phone', { key: 'validation.errorPhoneHas' });
  });
  const tariffIds = idsByName(await openTariffNames(tx));
  const managerIds = idsByName(await managersByName(tx));
  const defaultTariff = (await tariffForNewClient(deps, tx)).id;
  const values = await checkedOwnRows(
    tx,
    rows.map(({ custom }) => custom),
    refuse,
  );
  const resolved = rows.map(({ tariff, manager, ...row }, index) => {
    const idOf = (known: IdsByName, field: 'tariff' | 'manager', name: string) =>
      onlyId(known, name, (key) => refuse(index, field, { key }));
    return {
      ...row,
      custom: values[index] ?? [],
      phone_e164: contacts[index]?.phone ?? '',
      tariff_id: tariff === undefined ? defaultTariff : idOf(tariffIds, 'tariff', tariff),
      manager_id: manager === undefined ? null : idOf(managerIds, 'manager', manager),
    };
  });
  if (Object.keys(refusals).length > 0) throw new AppError('validation_failed', { fields: refusals });
  return resolved;
}

/** When two rows have the same email or phone, the later one is refused and names the earlier. */
function refuseRepeated(contacts: readonly Contacts[], refuse: Refuse): void {
  for (const field of ['email', 'phone'] as const) {
    const first = new Map<string, number>();
    contacts.forEach((contact, index) => {
      const before = first.get(contact[field]);
      if (before === undefined) first.set(contact[field], index);
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
