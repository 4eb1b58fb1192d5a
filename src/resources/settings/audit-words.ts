import { clientList } from '#contract/client.ts';
import type { FieldType } from '#contract/list-query.ts';
import { partnerList } from '#contract/partner.ts';
import { promoCodeList } from '#contract/promo-code.ts';
import { tariffList } from '#contract/tariff.ts';
import { userList } from '#contract/user.ts';

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
  return [texts, 'ledger', 'cabinets'].map((place) => `${place}.values.${own}.${word}`);
}
