import type { Kysely } from 'kysely';
import { challengeSeconds, type SecondFactor, type TwoFactorState } from '#contract/two-factor.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { findLink, issueLink, useLink, voidLinks } from '#server/auth/one-time-links.ts';
import { requireOwnPassword } from '#server/auth/own-password.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { SessionService } from '#server/auth/session-service.ts';
import type { OneTimeLinkRow, Tables, UserRow } from '#server/db/tables.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused, refusedField } from '#server/refused.ts';
import { newToken, type Secrets } from '#server/secrets.ts';
import { newSecret, secretUri, stepOfCode } from './one-time-codes.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  sealedSecretOf,
  storeRecoveryCodes,
  storeSecret,
  takeRecoveryCode,
  takeStep,
} from './two-factor-store.ts';
import { actingUser, updateUser, userById } from './user-store.ts';

interface TwoFactorDeps {
  db: Kysely<Tables>;
  secrets: Secrets;
  passwords: Passwords;
  sessions: SessionService;
  guard: LoginGuard;
  mail: MailService;
  productName: string;
}

type StaffCaller = Caller<StaffActor>;
const challenges = ['second_factor'] as const;

/**
 * The second factor of staff: a code of an authenticator app, or a recovery code (docs/decisions/0041). A code and a
 * recovery code count once, whatever they are given for.
 */
export function createTwoFactorService(deps: TwoFactorDeps) {
  const { db, secrets, sessions, guard, mail, productName } = deps;

  return {
    /** What follows a right password instead of a session: good for nothing but `pass`, the newest only. */
    async challenge(caller: Caller, user: UserRow): Promise<string> {
      const token = newToken();
      const { id: accountId } = user;
      const link = { token, purpose: 'second_factor', accountId, email: null, now: caller.now } as const;
      await issueLink(db, { ...link, seconds: challengeSeconds });
      return token;
    },

    /** Refuses before the body is looked at while the account or the address is used up. */
    async beforePass(caller: Caller, body: unknown): Promise<void> {
      const token = challengeIn(body);
      const link = token === undefined ? undefined : await challengeOf(token, caller.now);
      await guard.beforeOwnSecret('second_factor', caller, link?.account_id);
    },

    /**
     * Passes a challenge and does what it was in the way of, in one transaction. A wrong code counts and leaves the
     * challenge good.
     *
     * @throws Refused `second_factor_expired`, or 422 at the code.
     */
    async pass<Result>(
      caller: Caller,
      { challenge, ...given }: SecondFactor & { challenge: string },
      then: (tx: Kysely<Tables>, user: UserRow) => Promise<Result>,
    ): Promise<Result> {
      const accountId = (await challengeOf(challenge, caller.now))?.account_id;
      if (!accountId) throw new Refused('second_factor_expired');
      const passed = await guard.guardOwnSecret('second_factor', caller, accountId, () =>
        db.transaction().execute(async (tx) => {
          const user = await userById(tx, accountId, { lock: true });
          if (!user || user.deleted_at || !user.two_factor_at) throw new Refused('second_factor_expired');
          if (!(await take(tx, caller, user, given))) return undefined;
          const link = await useLink(tx, { token: challenge, purposes: challenges, now: caller.now });
          if (!link) throw new Refused('second_factor_expired');
          return { result: await then(tx, user) };
        }),
      );
      if (!passed) throw wrongCode(given);
      return passed.result;
    },

    async state({ actor }: StaffCaller): Promise<TwoFactorState> {
      const user = await actingUser(db, actor.id);
      if (!user) throw new Refused('unauthorized');
      return {
        on_since: user.two_factor_at?.toISOString() ?? null,
        required: user.must_have_two_factor,
        recovery_codes_left: await countRecoveryCodes(db, actor.id),
      };
    },

    /** A new secret, sealed; it replaces one that was never confirmed. Nothing is switched on yet. */
    async begin(caller: StaffCaller, password: string): Promise<{ secret: string; uri: string }> {
      const user = await requirePassword(caller, password);
      const secret = newSecret();
      await db.transaction().execute(async (tx) => {
        await ownAccount(tx, caller, { isOn: false });
        await storeSecret(tx, { userId: user.id, sealed: secrets.seal(secret), now: caller.now });
      });
      return { secret, uri: secretUri(secret, { issuer: productName, label: user.email }) };
    },

    /** Switches it on; this session stays, the others end. Gives the recovery codes. */
    async confirm(caller: StaffCaller, code: string): Promise<string[]> {
      const { id } = caller.actor;
      const codes = await guard.guardOwnSecret('second_factor', caller, id, () =>
        db.transaction().execute(async (tx) => {
          const user = await ownAccount(tx, caller, { isOn: false });
          if (!(await sealedSecretOf(tx, id))) throw new Refused('two_factor_off');
          if (!(await take(tx, caller, user, { code }))) return undefined;
          await updateUser(tx, id, { two_factor_at: caller.now, updated_at: caller.now });
          await sessions.endAll(tx, id, { except: caller.actor.sessionId });
          await voidLinks(tx, { purpose: 'second_factor', accountId: id });
          await record(tx, caller, user, 'user.two_factor_on');
          await tell(tx, caller.now, user, 'two_factor_on', 'two_factor_on');
          return renewCodes(tx, caller, id);
        }),
      );
      if (!codes) throw wrongCode({ code });
      return codes;
    },

    /** New recovery codes; the ones before are void. */
    async renewRecoveryCodes(
      caller: StaffCaller,
      { current_password, ...given }: SecondFactor & { current_password: string },
    ): Promise<string[]> {
      return proved(caller, current_password, given, async (tx, user) => {
        await record(tx, caller, user, 'user.recovery_codes');
        return renewCodes(tx, caller, user.id);
      });
    },

    async switchOff(
      caller: StaffCaller,
      { current_password, ...given }: SecondFactor & { current_password: string },
    ): Promise<void> {
      await proved(caller, current_password, given, async (tx, user) => {
        await forget(tx, caller, user);
        await record(tx, caller, user, 'user.two_factor_off');
        await tell(tx, caller.now, user, 'two_factor_off', 'two_factor_off');
      });
    },

    /** Switches a colleague's off: the caller has seen to it that they may. Their sessions end. */
    async reset(tx: Kysely<Tables>, caller: StaffCaller, user: UserRow): Promise<void> {
      if (user.id === caller.actor.id) throw new Refused('own_two_factor');
      if (!user.two_factor_at) throw new Refused('two_factor_off');
      await forget(tx, caller, user);
      await sessions.endAll(tx, user.id);
      await record(tx, caller, user, 'user.two_factor_reset');
      await tell(tx, caller.now, user, 'two_factor_off', 'two_factor_reset');
    },
  };

  function challengeOf(token: string, now: Date): Promise<OneTimeLinkRow | undefined> {
    return findLink(db, { token, purposes: challenges, now });
  }

  /** Uses a code up if it is right: an app's code with its step, a recovery code with a mail to its owner. */
  async function take(
    tx: Kysely<Tables>,
    caller: Caller,
    user: UserRow,
    given: SecondFactor,
  ): Promise<boolean> {
    if (given.code !== undefined) {
      const sealed = await sealedSecretOf(tx, user.id);
      const step =
        sealed === undefined ? undefined : stepOfCode(secrets.open(sealed), given.code, caller.now);
      return step !== undefined && takeStep(tx, user.id, step);
    }
    if (!(await takeRecoveryCode(tx, user.id, hashRecoveryCode(given.recovery_code ?? '')))) return false;
    const left = await countRecoveryCodes(tx, user.id);
    await record(tx, caller, user, 'user.recovery_code');
    await mail.write(tx, caller.now, {
      ...letterTo(user),
      kind: 'recovery_code_used',
      data: { name: user.name, left },
      reason: 'recovery_code_used',
    });
    return true;
  }

  /** Does what needs the password and a code of whoever is signed in; a wrong one of either counts. */
  async function proved<Result>(
    caller: StaffCaller,
    password: string,
    given: SecondFactor,
    work: (tx: Kysely<Tables>, user: UserRow) => Promise<Result>,
  ): Promise<Result> {
    const { id } = await requirePassword(caller, password);
    const done = await guard.guardOwnSecret('second_factor', caller, id, () =>
      db.transaction().execute(async (tx) => {
        const user = await ownAccount(tx, caller, { isOn: true });
        if (!(await take(tx, caller, user, given))) return undefined;
        return { result: await work(tx, user) };
      }),
    );
    if (!done) throw wrongCode(given);
    return done.result;
  }

  async function requirePassword(caller: StaffCaller, password: string): Promise<UserRow> {
    const user = await userById(db, caller.actor.id);
    if (!user) throw new Refused('unauthorized');
    await requireOwnPassword(deps, caller, user, password);
    return user;
  }

  async function renewCodes(tx: Kysely<Tables>, { now }: Caller, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await storeRecoveryCodes(tx, { userId, hashes: codes.map(hashRecoveryCode), now });
    return codes;
  }

  async function forget(tx: Kysely<Tables>, { now }: Caller, { id }: UserRow): Promise<void> {
    await updateUser(tx, id, { two_factor_at: null, updated_at: now });
    await deleteSecondFactor(tx, id);
    await voidLinks(tx, { purpose: 'second_factor', accountId: id });
  }

  async function tell(
    tx: Kysely<Tables>,
    now: Date,
    user: UserRow,
    kind: 'two_factor_on' | 'two_factor_off',
    reason: 'two_factor_on' | 'two_factor_off' | 'two_factor_reset',
  ): Promise<void> {
    await mail.write(tx, now, { ...letterTo(user), kind, data: { name: user.name }, reason });
  }
}
export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

/** One's own account, locked, with its second factor as wanted. */
async function ownAccount(
  tx: Kysely<Tables>,
  { actor }: StaffCaller,
  { isOn }: { isOn: boolean },
): Promise<UserRow> {
  const user = await userById(tx, actor.id, { lock: true });
  if (!user || user.deleted_at) throw new Refused('unauthorized');
  if (isOn !== (user.two_factor_at !== null)) throw new Refused(isOn ? 'two_factor_off' : 'two_factor_on');
  return user;
}

/** By whoever is signed in; during a login by the account itself. */
async function record(tx: Kysely<Tables>, caller: Caller, user: UserRow, action: string): Promise<void> {
  const { id, name, permissions } = user;
  const itself = { kind: 'staff', id, name, permissions, sessionId: '', mustSetUpTwoFactor: false } as const;
  const actor = caller.actor.kind === 'staff' ? caller.actor : itself;
  await writeAudit(tx, { ...caller, actor }, { action, subject: { type: 'user', id, name } });
}

function letterTo({ id, email, locale }: UserRow) {
  return { to: email, locale, userId: id };
}

function wrongCode({ code }: SecondFactor): Refused {
  return code === undefined
    ? refusedField('recovery_code', 'validation.wrongRecoveryCode')
    : refusedField('code', 'validation.wrongCode');
}

/** The challenge in a body that nobody has looked at yet. */
function challengeIn(body: unknown): string | undefined {
  const token = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined;
  return typeof token === 'string' && token.length <= 200 ? token : undefined;
}
