import type { Kysely } from 'kysely';
import {
  linkSeconds,
  type LoginInput,
  type StaffAccount,
  type StaffLoginAnswer,
  type StaffProfileInput,
  type StaffRegisterInput,
} from '#contract/auth.ts';
import type { SecondFactorInput } from '#contract/two-factor.ts';
import { fullPermissions } from '#contract/permissions.ts';
import { emailKey } from '#contract/primitives.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { findLink, issueLink, useLink, voidLinks } from '#server/auth/one-time-links.ts';
import { requireOwnPassword } from '#server/auth/own-password.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { IssuedToken, SessionService } from '#server/auth/session-service.ts';
import type { OneTimeLinkRow, SessionRow, Tables, UserRow } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused, refusedField } from '#server/refused.ts';
import { newToken } from '#server/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { TwoFactorService } from './two-factor-service.ts';
import {
  type ActingUser,
  actingUser,
  hasJoinedUser,
  insertUser,
  updateUser,
  userByEmail,
  userById,
} from './user-store.ts';

interface StaffAuthDeps {
  db: Kysely<Tables>;
  sessions: SessionService;
  passwords: Passwords;
  guard: LoginGuard;
  mail: MailService;
  settings: SettingsService;
  twoFactor: TwoFactorService;
  defaultLocale: UserRow['locale'];
}

const joining = ['setup', 'staff_invitation'] as const;

/**
 * How members of staff sign in, join and recover (DESIGN section 4; API.md, prefix `admin`).
 */
export function createStaffAuthService(deps: StaffAuthDeps) {
  const { db, sessions, passwords, guard, mail, settings, twoFactor } = deps;

  return {
    /**
     * @throws Refused `second_factor_required` with a challenge for whoever has one, once the password is right.
     */
    async login(caller: Caller, { email, password }: LoginInput): Promise<StaffLoginAnswer> {
      const outcome = await guard.guardLogin('staff', caller, email, async () => {
        const user = await userByEmail(db, email);
        const right = await passwords.verify(user?.password_hash ?? null, password);
        if (!right || !user?.password_hash || !user.joined_at) return undefined;
        const rehashed = passwords.isOutdated(user.password_hash)
          ? await passwords.hash(password)
          : undefined;
        if (rehashed) await updateUser(db, user.id, { password_hash: rehashed });
        if (user.two_factor_at) return { challenge: await twoFactor.challenge(caller, user) };
        return db.transaction().execute((tx) => letIn(tx, caller, user));
      });
      if (!outcome) throw new Refused('invalid_credentials');
      if ('challenge' in outcome) throw new Refused('second_factor_required', { extra: outcome });
      return outcome;
    },

    /** What finishes a login with a second factor. */
    passSecondFactor: (caller: Caller, input: SecondFactorInput): Promise<StaffLoginAnswer> =>
      twoFactor.pass(caller, input, (tx, user) => letIn(tx, caller, user)),

    /** What a set-up or invitation link is for, without using it. */
    async invitation(caller: Caller, token: string) {
      const found = await guard.guardLink(caller, async () => {
        const link = await findLink(db, { token, purposes: joining, now: caller.now });
        return link && (await isOpen(db, link)) ? link : undefined;
      });
      if (!found) throw refusedField('hash', 'errors.link_invalid', 'link_invalid');
      const user = found.account_id ? await userById(db, found.account_id) : undefined;
      const purpose = found.purpose === 'setup' ? ('setup' as const) : ('invitation' as const);
      return { purpose, email: found.email, name: user?.name ?? null };
    },

    /** The first administrator by the set-up link, or a manager by an invitation. */
    async register(caller: Caller, input: StaffRegisterInput): Promise<StaffLoginAnswer> {
      const good = await guard.guardLink(caller, () =>
        findLink(db, { token: input.token, purposes: joining, now: caller.now }),
      );
      if (!good || !(await isOpen(db, good))) throw new Refused('setup_closed');
      if (good.purpose === 'setup' && !input.email) throw refusedField('email', 'validation.required');
      if (
        good.purpose === 'staff_invitation' &&
        input.email &&
        emailKey(input.email) !== emailKey(good.email ?? '')
      ) {
        throw refusedField('email', 'validation.notAllowed');
      }
      const passwordHash = await passwords.hash(input.password);
      return db.transaction().execute(async (tx) => {
        const link = await useLink(tx, { token: input.token, purposes: joining, now: caller.now });
        if (!link || !(await isOpen(tx, link))) throw new Refused('setup_closed');
        const user = await join(tx, caller, link, input, passwordHash);
        const account: Caller = { ...caller, actor: actorOf(user) };
        await writeAudit(tx, account, {
          action: 'user.join',
          subject: { type: 'user', id: user.id, name: user.name },
        });
        return letIn(tx, caller, user);
      });
    },

    async logout(token: string | null): Promise<void> {
      if (token) await sessions.close(token);
    },

    async refresh(token: string | null, now: Date): Promise<StaffLoginAnswer> {
      const renewed = token ? await sessions.refresh(token, 'staff', now) : undefined;
      const user = renewed && (await actingUser(db, renewed.session.account_id));
      if (!renewed || !user || user.deleted_at) throw new Refused('unauthorized');
      return loginAnswer(renewed.token, user);
    },

    /** Mails a link for a new password; the same answer for every address (staff recovery is always strict). */
    async sendReset(caller: Caller, email: string): Promise<{ retry_after: number }> {
      const interval = await settings.get('resend_interval_seconds');
      await guard.takeInterval('staff_reset', emailKey(email), caller.now, interval);
      await guard.takeMail('reset', 'staff', caller, email);
      const user = await userByEmail(db, email);
      if (user?.joined_at) {
        await db.transaction().execute((tx) =>
          mail.write(tx, caller.now, {
            kind: 'staff_reset',
            to: user.email,
            locale: user.locale,
            data: { name: user.name },
            reason: 'reset_asked',
            userId: user.id,
            link: {
              purpose: 'staff_reset',
              accountId: user.id,
              email: user.email,
              seconds: linkSeconds.reset,
            },
          }),
        );
      }
      return { retry_after: interval };
    },

    /** A new password by a mailed link; ends every session. */
    async changePassword(
      caller: Caller,
      { hash, password }: { hash: string; password: string },
    ): Promise<void> {
      const purposes = ['staff_reset'] as const;
      const good = await guard.guardLink(caller, () =>
        findLink(db, { token: hash, purposes, now: caller.now }),
      );
      if (!good) throw refusedField('hash', 'errors.link_invalid', 'link_invalid');
      const passwordHash = await passwords.hash(password);
      await db.transaction().execute(async (tx) => {
        const link = await useLink(tx, { token: hash, purposes, now: caller.now });
        const user = link?.account_id ? await userById(tx, link.account_id) : undefined;
        if (!link || !user || user.deleted_at || emailKey(link.email ?? '') !== user.email_key) {
          throw refusedField('hash', 'errors.link_invalid', 'link_invalid');
        }
        await updateUser(tx, user.id, { password_hash: passwordHash, updated_at: caller.now });
        await sessions.endAll(tx, user.id);
        await voidLinks(tx, { purpose: 'second_factor', accountId: user.id });
        await writePasswordChange(tx, { ...caller, actor: actorOf(user) }, user);
      });
    },

    async me({ actor }: Caller<StaffActor>): Promise<StaffAccount> {
      const user = await actingUser(db, actor.id);
      if (!user) throw new Refused('unauthorized');
      return account(user);
    },

    /** One's own name, language or password; a new password keeps this session and ends the others. */
    async changeMe(caller: Caller<StaffActor>, input: StaffProfileInput): Promise<StaffAccount> {
      const user = await actingUser(db, caller.actor.id);
      if (!user) throw new Refused('unauthorized');
      if (input.password) await requireOwnPassword(deps, caller, user, input.current_password);
      const passwordHash = input.password ? await passwords.hash(input.password) : undefined;
      const changes = {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.locale !== undefined && { locale: input.locale }),
        ...(passwordHash && { password_hash: passwordHash }),
        updated_at: caller.now,
      };
      await db.transaction().execute(async (tx) => {
        await updateUser(tx, user.id, changes);
        if (input.name !== undefined && input.name !== user.name) {
          await writeAudit(tx, caller, {
            action: 'user.change',
            subject: { type: 'user', id: user.id, name: input.name },
            changes: [{ field: 'name', before: user.name, after: input.name }],
          });
        }
        if (!passwordHash) return;
        await sessions.endAll(tx, user.id, { except: caller.actor.sessionId });
        await voidLinks(tx, { purpose: 'second_factor', accountId: user.id });
        await writePasswordChange(tx, caller, user);
      });
      return account({ ...user, ...changes });
    },

    ownSessions: ({ actor, now }: Caller<StaffActor>) =>
      sessions.list('staff', actor.id, actor.sessionId, now),

    async endOwnSession({ actor }: Caller<StaffActor>, id: string): Promise<void> {
      if (!(await sessions.end(actor.id, id))) throw new Refused('not_found');
    },

    /** The actor of a session while its account may act. */
    async actorOf(session: SessionRow): Promise<StaffActor | undefined> {
      const user = await actingUser(db, session.account_id);
      if (!user || user.deleted_at) return undefined;
      return { ...actorOf(user), sessionId: session.id, mustSetUpTwoFactor: isTwoFactorMissing(user) };
    },

    /** The token of a new set-up link while nobody has joined; the ones before are void. */
    async setUpToken(now: Date): Promise<string | undefined> {
      if (await hasJoinedUser(db)) return undefined;
      const token = newToken();
      await db.transaction().execute((tx) =>
        issueLink(tx, {
          token,
          purpose: 'setup',
          accountId: null,
          email: null,
          now,
          seconds: linkSeconds.setup,
        }),
      );
      return token;
    },

    /** The first administrator from the configuration; nothing when somebody has joined already. */
    async ensureAdministrator(
      caller: Caller,
      { email, password }: { email: string; password: string },
    ): Promise<boolean> {
      if (await hasJoinedUser(db)) return false;
      const passwordHash = await passwords.hash(password);
      return db.transaction().execute(async (tx) => {
        if (await userByEmail(tx, email)) return false;
        await insertUser(tx, administrator(caller, { name: email, email }, passwordHash, deps.defaultLocale));
        return true;
      });
    },

    /**
     * By the operator's hand: an account with every permission, and the token with which it joins. One that was
     * invited and has not joined gets the permissions and a new token.
     *
     * @throws Refused at `email` when somebody has joined with it.
     */
    async inviteAdministrator(
      caller: Caller,
      { email, name }: { email: string; name: string },
    ): Promise<{ token: string; expiresAt: Date }> {
      const { now } = caller;
      const token = newToken();
      const seconds = linkSeconds.invitation;
      await db.transaction().execute(async (tx) => {
        await lockUntilCommit(tx, 'users');
        const known = await userByEmail(tx, email);
        if (known?.joined_at) throw refusedField('email', 'errors.email_taken');
        const account = administrator(caller, { name, email }, null, deps.defaultLocale);
        const user = known ? { ...known, permissions: account.permissions, updated_at: now } : account;
        if (known) await updateUser(tx, user.id, { permissions: user.permissions, updated_at: now });
        else await insertUser(tx, user);
        const link = { token, accountId: user.id, email: user.email, now, seconds };
        await issueLink(tx, { ...link, purpose: 'staff_invitation' });
        await writeAudit(tx, caller, {
          action: known ? 'user.invite' : 'user.create',
          subject: { type: 'user', id: user.id, name: user.name },
        });
      });
      return { token, expiresAt: new Date(now.getTime() + seconds * 1000) };
    },
  };

  /** A session of an account that has proved itself. */
  async function letIn(tx: Kysely<Tables>, caller: Caller, { id }: UserRow): Promise<StaffLoginAnswer> {
    await updateUser(tx, id, { last_login: caller.now });
    const token = await sessions.open(tx, caller, 'staff', id);
    const user = await actingUser(tx, id);
    if (!user) throw new Refused('unauthorized');
    return loginAnswer(token, user);
  }

  async function join(
    tx: Kysely<Tables>,
    caller: Caller,
    link: OneTimeLinkRow,
    input: StaffRegisterInput,
    passwordHash: string,
  ): Promise<UserRow> {
    const locale = input.locale ?? caller.locale;
    if (link.purpose === 'setup') {
      const email = input.email ?? '';
      if (await userByEmail(tx, email)) throw refusedField('email', 'errors.email_taken');
      const account = administrator(caller, { name: input.name, email }, passwordHash, locale);
      await insertUser(tx, account);
      return account;
    }
    const invited = link.account_id ? await userById(tx, link.account_id) : undefined;
    if (!invited) throw new Refused('setup_closed');
    const changes = {
      name: input.name,
      password_hash: passwordHash,
      locale,
      joined_at: caller.now,
      updated_at: caller.now,
    };
    await updateUser(tx, invited.id, changes);
    return { ...invited, ...changes };
  }

  async function writePasswordChange(tx: Kysely<Tables>, caller: Caller, user: UserRow): Promise<void> {
    await writeAudit(tx, caller, {
      action: 'user.password',
      subject: { type: 'user', id: user.id, name: user.name },
    });
    await mail.write(tx, caller.now, {
      kind: 'password_changed',
      to: user.email,
      locale: user.locale,
      data: { name: user.name },
      reason: 'password_changed',
      userId: user.id,
    });
  }
}
export type StaffAuthService = ReturnType<typeof createStaffAuthService>;

/** Set-up: nobody has joined yet. Invitation: not deleted, not joined, and the address is still the invited one. */
async function isOpen(db: Kysely<Tables>, link: OneTimeLinkRow): Promise<boolean> {
  if (link.purpose === 'setup') return !(await hasJoinedUser(db));
  const user = link.account_id ? await userById(db, link.account_id) : undefined;
  return !!user && !user.deleted_at && !user.joined_at && emailKey(link.email ?? '') === user.email_key;
}

function administrator(
  { now }: Caller,
  { name, email }: { name: string; email: string },
  /** None: joins later. */
  passwordHash: string | null,
  locale: UserRow['locale'],
): UserRow {
  return {
    id: newId(now),
    email,
    email_key: emailKey(email),
    name,
    permissions: [...fullPermissions],
    password_hash: passwordHash,
    locale,
    joined_at: passwordHash === null ? null : now,
    last_login: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    two_factor_at: null,
    two_factor_required: false,
  };
}

function actorOf(user: UserRow): StaffActor {
  const { id, name, permissions } = user;
  return { kind: 'staff', id, name, permissions, sessionId: '', mustSetUpTwoFactor: false };
}

function isTwoFactorMissing({ must_have_two_factor, two_factor_at }: ActingUser): boolean {
  return must_have_two_factor && two_factor_at === null;
}

function account(user: ActingUser): StaffAccount {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    permissions: user.permissions,
    locale: user.locale,
    two_factor_missing: isTwoFactorMissing(user),
  };
}

function loginAnswer({ sessionId: _, ...token }: IssuedToken, user: ActingUser): StaffLoginAnswer {
  return { ...token, domain: null, data: account(user) };
}
