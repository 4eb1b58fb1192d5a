import { type DeclaredKey, declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { AuditChange, AuditEntry } from '#contract/entities/audit-entry.ts';
import { blockByHand } from '#contract/kernel/audit.ts';
import { bankStatementList } from '#contract/entities/bank-statement.ts';
import { announcementList } from '#contract/clients/announcement.ts';
import { clientFieldList } from '#contract/client-fields/client-field.ts';
import { clientList } from '#contract/entities/client.ts';
import { type FieldType, type Filter, operators, type Trashed } from '#contract/kernel/list-query.ts';
import { metricList } from '#contract/catalogue/metric.ts';
import { partnerList } from '#contract/entities/partner.ts';
import { promoCodeList } from '#contract/entities/promo-code.ts';
import { webhookList } from '#contract/panel/webhook.ts';
import { tagList } from '#contract/entities/tag.ts';
import { tariffList } from '#contract/entities/tariff.ts';
import { apiKeyList } from '#contract/accounts/api-key.ts';
import { roleList } from '#contract/accounts/role.ts';
import { userList } from '#contract/entities/user.ts';

const lists = {
  client: { texts: 'clients', spec: clientList, path: 'clients' },
  tariff: { texts: 'tariffs', spec: tariffList, path: 'tariffs' },
  role: { texts: 'roles', spec: roleList, path: null },
  api_key: { texts: 'api_keys', spec: apiKeyList, path: null },
  user: { texts: 'users', spec: userList, path: 'users' },
  partner: { texts: 'partners', spec: partnerList, path: null },
  promo_code: { texts: 'promo_codes', spec: promoCodeList, path: null },
  feature: { texts: 'features', spec: null, path: null },
  announcement: { texts: 'announcements', spec: announcementList, path: null },
  tag: { texts: 'tags', spec: tagList, path: null },
  client_field: { texts: 'client_fields', spec: clientFieldList, path: null },
  metric: { texts: 'metrics', spec: metricList, path: null },
  email: { texts: 'emails', spec: null, path: 'settings/emails' },
  saved_view: { texts: 'views', spec: null, path: null },
  webhook: { texts: 'webhooks', spec: webhookList, path: 'settings/webhooks' },
  month: { texts: 'month', spec: null, path: null },
  bulk_run: { texts: 'bulk', spec: null, path: null },
  bank_statement: { texts: 'bank_statements', spec: bankStatementList, path: null },
} as const;

/** The name by which a kind of subject has its texts and page; null for none. */
export function listOfSubject(type: string) {
  return Object.entries(lists).find(([name]) => name === type)?.[1] ?? null;
}

/** The type of a subject's field, from its list, of the field that it stands for, or by its value. */
export function fieldTypeOf(subject: string, field: string, value: unknown): FieldType {
  const known = listOfSubject(subject)?.spec?.fields[field]?.type;
  if (known) return known;
  if (amounts.includes(field) || (subject === 'month' && field !== 'reason')) return 'money';
  // An invoice's year has no thousands separator.
  if (typeof value === 'number') return field === 'year' ? 'text' : 'number';
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isMoment ? 'moment' : 'text';
}

/** Fields in top-ups, bonuses, reversals, proforma invoices and promo codes. A month has figures alone. */
const amounts: readonly string[] = ['amount', 'bonus'];

/** The list of an exported file: its name, its filters, its deleted rows. Null for any other entry. */
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

/** Keys for an entry's name; the first that exists is used. */
export function actionKeys(entry: Pick<AuditEntry, 'action' | 'changes'>): DeclaredKey[] {
  const byHand = blockByHand(entry);
  return [
    ...(byHand ? [declaredKey(`clients.timeline.verbs.client_${byHand}`)] : []),
    declaredKey(`audit.values.action.${entry.action}`),
  ];
}

/** The change that tells most of an entry: of a block by hand its reason, of money its sum, else the first. */
export function leadingChange(entry: Pick<AuditEntry, 'action' | 'changes'>): AuditChange | undefined {
  const { changes } = entry;
  const told = blockByHand(entry) ? ['block_reason', 'status'] : ['amount'];
  const leading = told.map((name) => changes.find(({ field }) => field === name)).find(Boolean);
  return leading ?? changes[0];
}

/** Derived fields, and internal states: a timeline leaves them out. */
export const hiddenFields: readonly string[] = ['phone_e164', 'email_key', 'blocked_from'];

/** Keys for a field's name; the first that exists is used. */
export function fieldNameKeys(subject: string, field: string): DeclaredKey[] {
  if (subject === 'setting') return [declaredKey(`settings.fields.${field}`)];
  const language = /^(?:translations|name)\.(\w+)$/.exec(field)?.[1];
  if (language) return [declaredKey(`languages.${language}`)];
  const texts = listOfSubject(subject)?.texts ?? subject;
  // What is done to many clients names fields of theirs.
  const those = subject === 'bulk_run' ? ['bulk.inputs', 'clients.fields'] : [];
  const places = [`${texts}.fields`, ...those, 'clients.activity.fields', 'ledger.fields', 'audit.other'];
  return places.map((place) => declaredKey(`${place}.${field}`));
}

/** The same for a word in a field. */
export function wordKeys(subject: string, field: string, word: string): DeclaredKey[] {
  const texts = listOfSubject(subject)?.texts ?? subject;
  const own = field.replace(/^next_/, '');
  const places = [texts, 'ledger', 'cabinets', 'audit'].map((place) => `${place}.values.${own}`);
  // An online payment is audited with its gateway, and a client's member with what they may.
  const elsewhere: Record<string, string> = { method: 'payments.values.provider', role: 'memberRoles' };
  const those = elsewhere[field] === undefined ? [] : [elsewhere[field]];
  return [...places, ...those].map((place) => declaredKey(`${place}.${word}`));
}
