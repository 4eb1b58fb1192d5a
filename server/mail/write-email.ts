import type { Insertable } from 'kysely';
import { issueFirstLinks, issueLink } from '#server/auth/one-time-link-store.ts';
import type { Db, EmailTable } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { mailSubject } from './mail-content.ts';
import { billingCopies } from './billing-copies.ts';
import type { MailDeps } from './mail-deps.ts';
import { linkOfKind } from './mail-kinds.ts';
import { type OwnWords, ownWordsAmong } from './templates/own-words.ts';
import { insertEmails, insertFile, namedReaders } from './mail-store.ts';
import { senderOf } from './mail-transport.ts';
import type { AnyMail, NewMail } from './new-mail.ts';

type WriteDeps = Pick<MailDeps, 'queue' | 'secrets' | 'config' | 'currency' | 'timeZone'>;

/**
 * Writes an email in the caller's transaction, with its link and its job. Returns its id, or null when one with the
 * same `dedupeKey` exists.
 */
export async function writeEmail(deps: WriteDeps, tx: Db, now: Date, mail: AnyMail): Promise<string | null> {
  const [original] = await withReaders(tx, [mail]);
  const id = original ? await writeOne(deps, tx, now, original) : null;
  if (id === null) return null;
  const copies = await withReaders(tx, await billingCopies(tx, [mail]));
  for (const copy of copies) await writeOne(deps, tx, now, copy);
  return id;
}

async function writeOne(deps: WriteDeps, tx: Db, now: Date, mail: AnyMail): Promise<string | null> {
  if (isNobodys(mail)) return null;
  const { queue, secrets } = deps;
  const row = emailRow(deps, mail, { now, ownWords: await ownWordsAmong(tx, [mail.kind]) });
  const [id] = await insertEmails(tx, [row]);
  if (id === undefined) return null;
  const { link, file } = mail;
  if (file) await insertFile(tx, id, file);
  if (link) {
    const issued = { ...link, token: secrets.linkTokenOf(id), now };
    await (link.besideOlder ? issueFirstLinks(tx, [issued]) : issueLink(tx, issued));
  }
  const { afterSeconds } = mail;
  await queue.enqueue(tx, 'send-email', { emailId: id }, afterSeconds === undefined ? {} : { afterSeconds });
  return id;
}

/** The same for many at once. Links among them must be the first of their purpose for their account. */
export async function writeEmails(
  deps: WriteDeps,
  tx: Db,
  now: Date,
  given: readonly NewMail[],
): Promise<void> {
  const wanted = given.filter((mail) => !isNobodys(mail));
  if (wanted.length === 0) return;
  const mails = await withReaders(tx, [...wanted, ...(await billingCopies(tx, wanted))]);
  const { queue, secrets } = deps;
  const kinds = mails.map(({ kind }) => kind);
  const ownWords = await ownWordsAmong(tx, kinds);
  const rows = mails.map((mail) => emailRow(deps, mail, { now, ownWords }));
  const ids = await insertEmails(tx, rows);
  const written = new Set(ids);
  const links = mails.flatMap(({ link }, place) => {
    const { id = '' } = rows[place] ?? {};
    return link && written.has(id) ? { ...link, token: secrets.linkTokenOf(id), now } : [];
  });
  await issueFirstLinks(tx, links);
  await queue.enqueueAll(
    tx,
    'send-email',
    ids.map((emailId) => ({ emailId })),
  );
}

/**
 * With the `reader` whom an email about a company greets: whom its address belongs to, where they have given a name of
 * their own (docs/decisions/0265).
 */
async function withReaders(tx: Db, mails: readonly AnyMail[]): Promise<AnyMail[]> {
  const told = mails.filter((mail) => mail.clientId !== undefined && mail.userId === undefined);
  if (told.length === 0) return [...mails];
  const personIds = told.flatMap(({ personId }) => personId ?? []);
  const clientIds = told.flatMap(({ personId, clientId }) => (personId ? [] : (clientId ?? [])));
  const readers = await namedReaders(tx, { clientIds, personIds });
  const byAddress = new Map(readers.map(({ id, email, name }) => [`${id} ${email}`, name]));
  return mails.map((mail) => {
    const reader = byAddress.get(`${mail.personId ?? mail.clientId} ${mail.to}`);
    return reader === undefined || reader === mail.data['name']
      ? mail
      : { ...mail, data: { ...mail.data, reader } };
  });
}

/** A client who was erased has no address (`server/erasures`). */
function isNobodys({ to }: Pick<AnyMail, 'to'>): boolean {
  return to === '';
}

function emailRow(
  { config: { mailFrom, productName: product }, currency, timeZone }: WriteDeps,
  { kind, to, locale, data, link, ...mail }: AnyMail,
  { now, ownWords }: { now: Date; ownWords: OwnWords },
): Insertable<EmailTable> {
  if ((linkOfKind(kind)?.purpose ?? null) !== (link?.purpose ?? null)) {
    throw new Error(`an email of kind ${kind} with a link for ${link?.purpose ?? 'nothing'}`);
  }
  const id = newId(now);
  // A link without its token.
  const kept = link && {
    link_account: link.accountId,
    link_email: link.email,
    link_seconds: link.seconds,
  };
  return {
    id,
    to_address: to,
    kind,
    locale,
    subject: mailSubject(
      { kind, locale, data },
      { product, currency, timeZone },
      ownWords({ kind, locale, toStaff: mail.userId !== undefined }),
    ),
    data: JSON.stringify({ ...data, ...kept }),
    reason: mail.reason,
    once_key: mail.dedupeKey ?? null,
    client_id: mail.clientId ?? null,
    user_id: mail.userId ?? null,
    person_id: mail.personId ?? null,
    document_id: mail.documentId ?? null,
    message_id: `<${id}@${senderOf(mailFrom).address.split('@').at(-1)}>`,
    created_at: now,
    ...(mail.afterSeconds !== undefined && {
      leased_until: new Date(now.getTime() + mail.afterSeconds * 1000),
    }),
  };
}
