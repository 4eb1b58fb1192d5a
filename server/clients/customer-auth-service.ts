import type { Kysely } from 'kysely';
import { type CustomerLoginAnswer, linkSeconds, type LoginInput } from '#contract/auth.ts';
import { emailKey } from '#contract/primitives.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { findLink, useLink } from '#server/auth/one-time-links.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { IssuedToken, SessionService } from '#server/auth/session-service.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import type { ClientRow, OneTimeLinkRow, SessionRow, Tables } from '#server/db/tables.ts';
import type { Caller, CustomerActor } from '#server/http/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { clientConfirmation } from './client-invitation.ts';
import { clientByEmail, clientById, takenContacts, updateClient } from './client-store.ts';
import { accountOf } from './customer-view.ts';
import { tellPasswordChange } from './password-change.ts';
import { refuseTaken, takingContacts } from './registration-service.ts';

interface CustomerAuthDeps {
  db: Kysely<Tables>;
  sessions: SessionService;
  passwords: Passwords;
  guard: LoginGuard;
  mail: MailService;
  settings: SettingsService;
  provisioning: ProvisioningService;
  strictDisclosure: boolean;
}

const confirming = ['confirm', 'confirm_new_email'] as const;
const settingPassword = ['reset', 'client_invitation'] as const;

/**
 * How customers sign in, confirm and recover (API.md, prefix `auth`).
 */
export function createCustomerAuthService(deps: CustomerAuthDeps) {
  const { db, sessions, passwords, guard, mail, settings, provisioning } = deps;

  return {
    /** A session for a client, answered like a login. */
    openSession,

    async login(caller: Caller, { email, password }: LoginInput): Promise<CustomerLoginAnswer> {
      const client = await guard.guardLogin('customer', caller, email, async () => {
        const found = await clientByEmail(db, email);
        const right = await passwords.verify(found?.password_hash ?? null, password);
        // Where nothing is disclosed, the limit counts a deleted account's right password like a wrong one.
        return right && !(deps.strictDisclosure && found?.deleted_at) ? found : undefined;
      });
      if (!client?.password_hash) throw new Refused('invalid_credentials');
      if (client.deleted_at) throw new Refused('account_inactive', { extra: { active: false } });
      const rehashed = passwords.isOutdated(client.password_hash)
        ? await passwords.hash(password)
        : undefined;
      return db.transaction().execute(async (tx) => {
        await updateClient(tx, client.id, {
          last_login: caller.now,
          ...(rehashed && { password_hash: rehashed }),
        });
        return openSession(tx, caller, client);
      });
    },

    async logout(token: string | null): Promise<void> {
      if (token) await sessions.close(token);
    },

    async refresh(token: string | null, now: Date): Promise<CustomerLoginAnswer> {
      const renewed = token ? await sessions.refresh(token, 'customer', now) : undefined;
      const client = renewed && (await clientById(db, renewed.session.account_id));
      if (!renewed || !client || client.deleted_at) throw new Refused('unauthorized');
      return loginAnswer(renewed.token, client);
    },

    /** The client of `AuthorizationClient`, before or after its confirmation. */
    async clientOfToken(token: string | null, now: Date): Promise<ClientRow | undefined> {
      const session = token ? await sessions.byToken(token, now) : undefined;
      if (session?.kind !== 'customer') return undefined;
      const client = await clientById(db, session.account_id);
      return client?.deleted_at ? undefined : client;
    },

    /** Refuses a resend without a token, or before its minute is over, ahead of the look at the body. */
    async beforeResend(client: ClientRow | undefined, now: Date): Promise<void> {
      if (client)
        await guard.checkInterval('confirm', client.id, now, await settings.get('resend_interval_seconds'));
      else if (!deps.strictDisclosure) throw new Refused('unauthorized');
    },

    /** The confirmation again; `email` mends a mistyped address and voids the link to the old one. */
    async resendConfirmation(
      caller: Caller,
      client: ClientRow | undefined,
      email: string | undefined,
    ): Promise<{ retry_after: number }> {
      const interval = await settings.get('resend_interval_seconds');
      if (!client) return resendByEmailAlone(caller, email, interval);
      if (client.confirmed_at) throw new Refused('already_confirmed');
      const to = email ?? client.email;
      const isMended = emailKey(to) !== client.email_key;
      let isTaken = false;
      if (isMended) {
        const taken = await takenContacts(db, { email: to, except: client.id });
        if (!deps.strictDisclosure) refuseTaken(taken);
        isTaken = taken.email;
      }
      await guard.takeInterval('confirm', client.id, caller.now, interval);
      // Where nothing is disclosed, a taken address is answered like a free one, and nothing is sent to it.
      if (isTaken) return { retry_after: interval };
      await takingContacts(db, async (tx) => {
        if (to !== client.email) await updateClient(tx, client.id, { email: to, updated_at: caller.now });
        await writeConfirmation(tx, caller.now, { ...client, email: to });
      });
      return { retry_after: interval };
    },

    /** Mails a link for a new password; an unknown address is a 404 unless disclosure is strict. */
    async sendReset(caller: Caller, email: string): Promise<{ retry_after: number }> {
      const interval = await settings.get('resend_interval_seconds');
      const client = await clientByEmail(db, email);
      const isKnown = client && !client.deleted_at;
      if (isKnown || deps.strictDisclosure) {
        await guard.takeInterval('reset', emailKey(email), caller.now, interval);
      }
      await guard.takeMail('reset', 'customer', caller, email);
      if (!isKnown) {
        if (deps.strictDisclosure) return { retry_after: interval };
        throw new Refused('email_not_registered');
      }
      await db.transaction().execute((tx) =>
        mail.write(tx, caller.now, {
          kind: 'reset',
          to: client.email,
          locale: client.locale,
          data: { name: client.name },
          reason: 'reset_asked',
          clientId: client.id,
          link: { purpose: 'reset', accountId: client.id, email: client.email, seconds: linkSeconds.reset },
        }),
      );
      return { retry_after: interval };
    },

    /** Mails the cabinet's address if there is one; the same answer for every address. */
    async findCabinet(caller: Caller, email: string): Promise<{ retry_after: number }> {
      const interval = await settings.get('resend_interval_seconds');
      await guard.takeInterval('find', emailKey(email), caller.now, interval);
      await guard.takeMail('find', 'customer', caller, email);
      const client = await clientByEmail(db, email);
      const url = client && !client.deleted_at ? provisioning.urlOf(client.domain) : null;
      if (client && url) {
        await db.transaction().execute((tx) =>
          mail.write(tx, caller.now, {
            kind: 'cabinet_address',
            to: client.email,
            locale: client.locale,
            data: { name: client.name, cabinet_url: url },
            reason: 'cabinet_asked',
            clientId: client.id,
          }),
        );
      }
      return { retry_after: interval };
    },

    /** Confirms an address: the first one starts the cabinet, in the same transaction; a new one takes the old's place. */
    async confirm(caller: Caller, hash: string): Promise<CustomerLoginAnswer> {
      const answer = await guard.guardLink(caller, () =>
        takingContacts(db, async (tx) => {
          const link = await useLink(tx, { token: hash, purposes: confirming, now: caller.now });
          const client = link?.account_id ? await clientById(tx, link.account_id, { lock: true }) : undefined;
          if (!link || !client || client.deleted_at) return undefined;
          const confirmed =
            link.purpose === 'confirm'
              ? await confirmFirst(tx, caller, client, link)
              : await confirmNewEmail(tx, caller, client, link);
          return confirmed && openSession(tx, caller, confirmed);
        }),
      );
      if (!answer) throw refusedField('hash', 'errors.link_invalid', 'link_invalid');
      return answer;
    },

    /**
     * A new password by a mailed link; ends every session and opens one, so that its owner is straight in. An
     * invitation's link confirms the address too.
     */
    async changePassword(
      caller: Caller,
      { hash, password }: { hash: string; password: string },
    ): Promise<CustomerLoginAnswer> {
      const refused = refusedField('hash', 'errors.link_invalid', 'link_invalid');
      const good = await guard.guardLink(caller, () =>
        findLink(db, { token: hash, purposes: settingPassword, now: caller.now }),
      );
      if (!good) throw refused;
      const passwordHash = await passwords.hash(password);
      return db.transaction().execute(async (tx) => {
        const link = await useLink(tx, { token: hash, purposes: settingPassword, now: caller.now });
        const client = link?.account_id ? await clientById(tx, link.account_id, { lock: true }) : undefined;
        if (!link || !client || client.deleted_at || emailKey(link.email ?? '') !== client.email_key)
          throw refused;
        const isConfirmedNow = link.purpose === 'client_invitation' && !client.confirmed_at;
        const confirmed_at = isConfirmedNow ? caller.now : client.confirmed_at;
        await updateClient(tx, client.id, {
          password_hash: passwordHash,
          updated_at: caller.now,
          last_login: caller.now,
          confirmed_at,
        });
        await sessions.endAll(tx, client.id);
        await tellPasswordChange(tx, asCustomer(caller, client), client, mail);
        return openSession(tx, caller, { ...client, confirmed_at });
      });
    },

    /** The actor of a session while its account may act. */
    async actorOf(session: SessionRow): Promise<CustomerActor | undefined> {
      const client = await clientById(db, session.account_id);
      if (!client || client.deleted_at) return undefined;
      return { kind: 'customer', id: client.id, name: client.name, sessionId: session.id };
    },
  };

  async function openSession(
    tx: Kysely<Tables>,
    caller: Caller,
    client: ClientRow,
  ): Promise<CustomerLoginAnswer> {
    return loginAnswer(await sessions.open(tx, caller, 'customer', client.id), client);
  }

  function loginAnswer({ sessionId: _, ...token }: IssuedToken, client: ClientRow): CustomerLoginAnswer {
    return { ...token, domain: client.domain, data: accountOf(client, provisioning.urlOf) };
  }

  /** Strict disclosure has no token before the confirmation: the address alone, the same answer for every one. */
  async function resendByEmailAlone(caller: Caller, email: string | undefined, interval: number) {
    if (!deps.strictDisclosure) throw new Refused('unauthorized');
    if (email === undefined) throw refusedField('email', 'validation.required');
    await guard.takeInterval('confirm', emailKey(email), caller.now, interval);
    await guard.takeMail('find', 'customer', caller, email);
    const client = await clientByEmail(db, email);
    if (client && !client.deleted_at && !client.confirmed_at) {
      await db.transaction().execute((tx) => writeConfirmation(tx, caller.now, client));
    }
    return { retry_after: interval };
  }

  async function writeConfirmation(tx: Kysely<Tables>, now: Date, client: ClientRow): Promise<void> {
    await mail.write(tx, now, clientConfirmation(client, 'confirmation_asked'));
  }

  async function confirmFirst(
    tx: Kysely<Tables>,
    caller: Caller,
    client: ClientRow,
    link: OneTimeLinkRow,
  ): Promise<ClientRow | undefined> {
    if (client.confirmed_at || emailKey(link.email ?? '') !== client.email_key) return undefined;
    const { now } = caller;
    await updateClient(tx, client.id, { confirmed_at: now, last_login: now, updated_at: now });
    await provisioning.start(tx, client.id, now);
    await mail.write(tx, now, {
      kind: 'welcome',
      to: client.email,
      locale: client.locale,
      data: { name: client.name },
      reason: 'email_confirmed',
      onceKey: `welcome:${client.id}`,
      clientId: client.id,
    });
    await writeAudit(tx, asCustomer(caller, client), {
      action: 'client.confirm',
      subject: { type: 'client', id: client.id, name: client.name },
      clientId: client.id,
    });
    return { ...client, confirmed_at: now };
  }

  async function confirmNewEmail(
    tx: Kysely<Tables>,
    caller: Caller,
    client: ClientRow,
    link: OneTimeLinkRow,
  ): Promise<ClientRow | undefined> {
    const email = client.pending_email;
    if (email === null || emailKey(link.email ?? '') !== emailKey(email)) return undefined;
    refuseTaken(await takenContacts(tx, { email, except: client.id }));
    await updateClient(tx, client.id, { email, pending_email: null, updated_at: caller.now });
    await writeAudit(tx, asCustomer(caller, client), {
      action: 'client.change',
      subject: { type: 'client', id: client.id, name: client.name },
      clientId: client.id,
      changes: [{ field: 'email', before: client.email, after: email }],
    });
    await mail.write(tx, caller.now, {
      kind: 'email_changed',
      to: client.email,
      locale: client.locale,
      data: { name: client.name, email },
      reason: 'email_changed',
      clientId: client.id,
    });
    return { ...client, email, pending_email: null };
  }
}
export type CustomerAuthService = ReturnType<typeof createCustomerAuthService>;

function asCustomer(caller: Caller, client: ClientRow): Caller<CustomerActor> {
  return { ...caller, actor: { kind: 'customer', id: client.id, name: client.name, sessionId: '' } };
}
