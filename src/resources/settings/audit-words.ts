import { clientList } from '#contract/client.ts';
import type { FieldType } from '#contract/list-query.ts';
import { partnerList } from '#contract/partner.ts';
import { promoCodeList } from '#contract/promo-code.ts';
import { tariffList } from '#contract/tariff.ts';
import { userList } from '#contract/user.ts';

/** Every action that the services write; each has a text `audit.values.action.ACTION`. */
export const auditActions = [
  'client.register',
  'client.create',
  'client.import',
  'client.confirm',
  'client.change',
  'client.settings',
  'client.password',
  'client.sign_in',
  'client.proforma',
  'client.delete',
  'client.restore',
  'cabinet.ready',
  'cabinet.failed',
  'cabinet.retry',
  'cabinet.give_up',
  'cabinet.undone',
  'cabinet.deleted',
  'cabinet.task_failed',
  'cabinet.repair',
  'cabinets.export',
  'backup.download',
  'backup.restore',
  'backup.delete',
  'tariff.create',
  'tariff.change',
  'user.invite',
  'user.join',
  'user.create',
  'user.change',
  'user.password',
  'user.end_sessions',
  'user.two_factor_on',
  'user.two_factor_off',
  'user.two_factor_reset',
  'user.recovery_code',
  'user.recovery_codes',
  'user.delete',
  'user.restore',
  'setting.change',
  'setting.reset',
  'partner.create',
  'partner.change',
  'partner.delete',
  'promo_code.create',
  'promo_code.change',
  'promo_code.delete',
  'offer.publish',
  'email.resent',
  'saved_view.create',
  'saved_view.change',
  'saved_view.delete',
] as const;

export const auditSubjects = [
  'client',
  'tariff',
  'user',
  'setting',
  'partner',
  'promo_code',
  'offer',
  'email',
  'saved_view',
] as const;

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
