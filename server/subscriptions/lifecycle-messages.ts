import type { MailReason } from '#server/mail/mail-kinds.ts';
import type { NewMail } from '#server/mail/mail-service.ts';
import type { LifecycleMail, MailEffect, Outcome } from './lifecycle.ts';
import type { SubscribedRow } from './subscription-store.ts';

/** The rule that sends each mail of the lifecycle. */
const reasons: Record<LifecycleMail, MailReason> = {
  reminder: 'end_not_covered',
  grace: 'period_unpaid',
  blocked: 'term_over',
  resumed: 'paid_again',
  deletion_warning: 'deletion_near',
  deleted: 'retention_over',
};

/** The letter for a mail of the lifecycle: what is missing, and by when it is wanted. Pure. */
export function letterOf(
  { id, name, email, locale }: Pick<SubscribedRow, 'id' | 'name' | 'email' | 'locale'>,
  { mail, key, days, date }: MailEffect,
  { subscription, plan, nextPlan }: Outcome,
): NewMail {
  const { price } = nextPlan ?? plan;
  const common = {
    to: email,
    locale,
    reason: reasons[mail],
    onceKey: `${id}:${key}`,
    clientId: id,
  };
  const amount = Math.max(0, price - subscription.balance);
  const moment = date?.toISOString() ?? null;
  switch (mail) {
    case 'reminder':
      return { ...common, kind: 'payment_reminder', data: { name, amount, date: moment, days: days ?? 0 } };
    case 'grace':
      return { ...common, kind: 'payment_due', data: { name, amount, date: moment } };
    case 'blocked':
      return { ...common, kind: 'access_blocked', data: { name, amount, date: moment } };
    case 'resumed':
      return {
        ...common,
        kind: 'access_resumed',
        data: { name, balance: subscription.balance, date: moment },
      };
    case 'deletion_warning':
      return { ...common, kind: 'deletion_warning', data: { name, amount, date: moment, days: days ?? 0 } };
    case 'deleted':
      return { ...common, kind: 'data_deleted', data: { name, amount } };
  }
}
