import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { clientList } from '#contract/entities/client.ts';
import { type FieldType, type Filter, operators, type Trashed } from '#contract/list-query.ts';
import { partnerList } from '#contract/entities/partner.ts';
import { promoCodeList } from '#contract/entities/promo-code.ts';
import { tariffList } from '#contract/entities/tariff.ts';
import { userList } from '#contract/entities/user.ts';

const lists = {
  client: { texts: 'clients', spec: clientList, path: 'clients' },
  tariff: { texts: 'tariffs', spec: tariffList, path: 'tariffs' },
  user: { texts: 'users', spec: userList, path: 'users' },
  partner: { texts: 'partners', spec: partnerList, path: null },
  promo_code: { texts: 'promo_codes', spec: promoCodeList, path: null },
  email: { texts: 'emails', spec: null, path: 'settings/emails' },
  saved_view: { texts: 'views', spec: null, path: null },
} as const;

/** The names under which a kind of subject has its texts and page; null for one without. */
export function listOfSubject(type: string) {
  return Object.entries(lists).find(([name]) => name === type)?.[1] ?? null;
}

/** The type of a field of a subject, as its list has it, or the one behind it. */
export function fieldTypeOf(subject: string, field: string): FieldType | undefined {
  return listOfSubject(subject)?.spec?.fields[field]?.type ?? (amounts.includes(field) ? 'money' : undefined);
}

/** Of top-ups, bonuses and reversals, proforma invoices and promo codes. */
const amounts: readonly string[] = ['amount', 'bonus'];

/** What an exported file was of: the name of the list, its filters, its deleted rows. Null of any other entry. */
export function exportedList({
  action,
  changes,
}: Pick<AuditEntry, 'action' | 'changes'>): { name: string; filters: Filter[]; trashed: Trashed } | null {
  const name = /^(\w+)\.export$/.exec(action)?.[1];
  if (name === undefined) return null;
  const filters = changes.flatMap(({ field, after }): Filter[] => {
    const [of = '', asked] = field.split(' ');
    const op = operators.find((one) => one === asked);
    return op ? [{ field: of, op, value: Array.isArray(after) ? after.map(String) : String(after) }] : [];
  });
  const trashed = changes.find(({ field }) => field === 'trashed')?.after;
  return { name, filters, trashed: trashed === 'with' || trashed === 'only' ? trashed : 'without' };
}

/** Where a field may have its name: the first of these that there is. */
export function fieldNameKeys(subject: string, field: string): string[] {
  const texts = listOfSubject(subject)?.texts ?? subject;
  const places = [`${texts}.fields`, 'clients.activity.fields', 'ledger.fields', 'audit.other'];
  return places.map((place) => `${place}.${field}`);
}

/** The same of a word that it holds. */
export function wordKeys(subject: string, field: string, word: string): string[] {
  const texts = listOfSubject(subject)?.texts ?? subject;
  const own = field.replace(/^next_/, '');
  return [texts, 'ledger', 'cabinets', 'audit'].map((place) => `${place}.values.${own}.${word}`);
}
