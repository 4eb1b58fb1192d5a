import type { Db } from '#server/db/tables.ts';
import { type MailKind, mailKinds } from './mail-kinds.ts';
import { billingReaders } from './mail-store.ts';
import type { AnyMail } from './new-mail.ts';

/**
 * The same emails for the other owners of each client and for its bookkeepers, when they are about money or the plan
 * (GROWTH section 18; docs/decisions/0211); for the other owners alone, when they are about the account itself
 * (docs/decisions/0334).
 */
export async function billingCopies<Mail extends AnyMail>(tx: Db, mails: readonly Mail[]): Promise<Mail[]> {
  const copied = mails.filter(
    ({ kind, clientId, personId, reason }) =>
      clientId && !personId && reason !== 'resent' && (isBilling(kind) || isForOwners(kind)),
  );
  if (copied.length === 0) return [];
  const readers = await billingReaders(
    tx,
    copied.map(({ clientId = '' }) => clientId),
  );
  return copied.flatMap((mail) =>
    readers
      .filter(
        ({ client_id, role }) => client_id === mail.clientId && (role === 'owner' || !isForOwners(mail.kind)),
      )
      .map(({ id, email, locale }) => ({
        ...mail,
        to: email,
        locale,
        personId: id,
        ...(mail.dedupeKey !== undefined && { dedupeKey: `${mail.dedupeKey}:${id}` }),
      })),
  );
}

function isForOwners(kind: AnyMail['kind']): boolean {
  const { toOwners }: MailKind = mailKinds[kind];
  return toOwners === true;
}

/** Its button leads to the plan or to the balance. */
function isBilling(kind: AnyMail['kind']): boolean {
  const { target } = mailKinds[kind];
  return target?.by === 'page' && (target.path === '/account' || target.path === '/account/wallet');
}
