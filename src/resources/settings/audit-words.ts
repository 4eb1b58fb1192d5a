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

/** The type of a field of a subject, as its list has it. */
export function fieldTypeOf(subject: string, field: string): FieldType | undefined {
  return listOfSubject(subject)?.spec?.fields[field]?.type;
}
