import { can } from '#contract/kernel/permissions.ts';
import type { EmailDetails } from '#contract/entities/email.ts';
import { extendLink, unusedLinkAmong } from '#server/auth/one-time-link-store.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import type { Db, EmailRow } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { hashToken } from '#server/keys/secrets.ts';
import type { MailDeps } from './mail-deps.ts';
import { mailKinds } from './mail-kinds.ts';
import { copiesWithLinks, hasLooked, updateCopy } from './mail-store.ts';

/** Replaces a token. */
export const hiddenToken = '…';

type LinkSecrets = MailDeps['secrets'];

/**
 * Makes an email's link valid until then, whichever key made it. Returns its token; undefined when it is void or
 * used.
 */
export async function extendMailLink(
  db: Db,
  secrets: LinkSecrets,
  emailId: string,
  expiresAt: Date,
): Promise<string | undefined> {
  const tried: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const token of secrets.linkTokensOf(emailId)) {
      if (tried.includes(token)) continue;
      if (await extendLink(db, { token, expiresAt })) return token;
      tried.push(token);
    }
    // The key may have been rotated since this process was started.
    secrets.refresh();
  }
  return undefined;
}

/** Removes an email's tokens from a text of it. */
export function withoutTokens(text: string, secrets: LinkSecrets, emailId: string): string {
  return secrets.linkTokensOf(emailId).reduce((left, token) => left.replaceAll(token, hiddenToken), text);
}

/**
 * Decides whether somebody may see an email's link (GROWTH section 15; finding 11 of the review). A live link opens
 * its account, so it needs the right to sign in as a client, and is shown only where no mail server sends links.
 */
export async function seenLink(
  db: Db,
  { secrets, hasMailServer }: { secrets: LinkSecrets; hasMailServer: boolean },
  { actor, now }: Pick<Caller, 'actor' | 'now'>,
  email: EmailRow,
): Promise<{ state: EmailDetails['link']; token: string | undefined }> {
  if (typeof email.data.link_seconds !== 'number') return { state: null, token: undefined };
  if (mailKinds[email.kind].audience !== 'customer' || hasMailServer)
    return { state: 'hidden', token: undefined };
  const tokens = secrets.linkTokensOf(email.id);
  const live = await unusedLinkAmong(db, tokens.map(hashToken), now);
  const token = tokens.find((one) => live && hashToken(one).equals(live.token_hash));
  if (token === undefined) return { state: 'over', token };
  const may =
    actor.kind === 'staff' && can(actor.permissions, 'clients.impersonate', { write: true }).allowed;
  return may ? { state: 'shown', token } : { state: 'forbidden', token: undefined };
}

const sameLookMs = 10 * 60_000;

/** Records that somebody saw a live link. A page opened several times counts as one look. */
export async function auditLook(db: Db, caller: Caller, email: EmailRow): Promise<void> {
  const { actor, now } = caller;
  if (actor.kind !== 'staff') return;
  const since = new Date(now.getTime() - sameLookMs);
  if (await hasLooked(db, { emailId: email.id, actorId: actor.id, since })) return;
  await writeSecurityEvent(db, caller, {
    event: 'kept_mail_read',
    account: { kind: 'staff', id: actor.id, name: actor.name },
    subject: { type: 'email', id: email.id, name: email.subject },
    clientId: email.client_id,
    details: { to: email.to_address, kind: email.kind },
  });
}

const stripTogether = 200;

/** Removes links from copies that an older version stored complete. Returns how many. */
export async function stripKeptCopies({ db, secrets }: Pick<MailDeps, 'db' | 'secrets'>): Promise<number> {
  let stripped = 0;
  for (;;) {
    const rows = await copiesWithLinks(db, stripTogether);
    for (const { id, html, text } of rows) {
      const left = withoutTokens(text ?? '', secrets, id);
      // No key is left that made this link: whatever looks like a link is removed.
      const isFound = /[/=#]…/.test(left);
      const kept = isFound
        ? { html: withoutTokens(html ?? '', secrets, id), text: left }
        : { html: null, text: null };
      await updateCopy(db, id, kept);
    }
    stripped += rows.length;
    if (rows.length < stripTogether) return stripped;
  }
}
