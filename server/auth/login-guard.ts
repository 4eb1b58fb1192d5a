import { emailKey } from '#contract/primitives.ts';
import type { Config } from '#server/config.ts';

import type { Caller } from '#server/http/caller.ts';
import { Refused } from '#server/refused.ts';
import { addressKey, type RateLimits, type Use } from '#server/http/rate-limits.ts';
import type { AccountKind } from '#server/db/tables.ts';

/**
 * The limits of signing in, resetting and guessing links, for staff and customers alike (DESIGN sections 3 and 13).
 */
export function createLoginGuard({
  rateLimits,
  limits,
}: {
  rateLimits: RateLimits;
  limits: Config['limits'];
}) {
  const account = (kind: AccountKind, email: string): Use => ({
    key: `login:${kind}:${emailKey(email)}`,
    limit: limits.login,
  });
  const address = (what: string, caller: Caller, limit = limits.login): Use => ({
    key: `${what}:address:${addressKey(caller.ip ?? 'unknown')}`,
    limit,
  });
  const uses = (kind: AccountKind, caller: Caller, body: unknown): Use[] => {
    const email = emailIn(body);
    return email === undefined
      ? [address('login', caller)]
      : [address('login', caller), account(kind, email)];
  };
  const addressMails = (what: AskedMail, caller: Caller): Use =>
    address(what, caller, { ...limits.reset, count: limits.reset.count * 4 });
  const accountMails = (what: AskedMail, kind: AccountKind, email: string): Use => ({
    key: `${what}:${kind}:${emailKey(email)}`,
    limit: limits.reset,
  });

  /** Runs what a guess allows: counted before it is looked at, and given back when it was right. */
  async function guardGuess<Result>(
    counted: Use,
    { now }: Caller,
    use: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    await rateLimits.take(now, counted);
    let result: Result | undefined;
    try {
      result = await use();
    } catch (error) {
      await rateLimits.giveBack(counted);
      throw error;
    }
    if (result !== undefined) await rateLimits.giveBack(counted);
    return result;
  }

  const interval = (what: string, accountId: string, seconds: number): Use => ({
    key: `${what}:interval:${accountId}`,
    limit: { count: 1, seconds },
    refusal: 'sent_recently',
  });

  const ownGuesses = (what: OwnSecret, accountId: string): Use => ({
    key: `${what}:account:${accountId}`,
    limit: limits.login,
  });

  return {
    /** Refuses a login while its account or address is locked, before anything else is looked at. */
    async beforeLogin(kind: AccountKind, caller: Caller, body: unknown): Promise<void> {
      await rateLimits.check(caller.now, ...uses(kind, caller, body));
    },

    /**
     * Runs a login. The attempt is counted before the password is looked at, so that many at once cannot pass, and
     * given back when it succeeds.
     */
    async guardLogin<Result>(
      kind: AccountKind,
      caller: Caller,
      email: string,
      login: () => Promise<Result | undefined>,
    ) {
      const counted = [address('login', caller), account(kind, email)];
      await rateLimits.take(caller.now, ...counted);
      let result: Result | undefined;
      try {
        result = await login();
      } catch (error) {
        await rateLimits.giveBack(...counted);
        throw error;
      }
      if (result === undefined) return undefined;
      await rateLimits.forget(account(kind, email));
      await rateLimits.giveBack(address('login', caller));
      return result;
    },

    /** Refuses while guesses of the account, if it is known, or of the address are used up; takes nothing. */
    async beforeOwnSecret(what: OwnSecret, caller: Caller, accountId?: string | null): Promise<void> {
      await rateLimits.check(
        caller.now,
        address(what, caller),
        ...(accountId ? [ownGuesses(what, accountId)] : []),
      );
    },

    /**
     * Runs the look at a secret that somebody who is known may guess, with the limits of a login: counted before, and
     * given back when it was right. Undefined: it was wrong.
     */
    async guardOwnSecret<Result>(
      what: OwnSecret,
      caller: Caller,
      accountId: string,
      look: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const counted = [address(what, caller), ownGuesses(what, accountId)];
      await rateLimits.take(caller.now, ...counted);
      let result: Result | undefined;
      try {
        result = await look();
      } catch (error) {
        await rateLimits.giveBack(...counted);
        throw error;
      }
      if (result === undefined) return undefined;
      await rateLimits.forget(ownGuesses(what, accountId));
      await rateLimits.giveBack(address(what, caller));
      return result;
    },

    /** Refuses guesses of one-time links beyond the limit of the address. */
    async beforeLink(caller: Caller): Promise<void> {
      await rateLimits.check(caller.now, address('link', caller, limits.link));
    },

    /** Runs what a link allows; a wrong link counts. */
    guardLink: <Result>(caller: Caller, use: () => Promise<Result | undefined>) =>
      guardGuess(address('link', caller, limits.link), caller, use),

    /** Refuses guesses of promo codes beyond the limit of the address. */
    async beforePromoCode(caller: Caller): Promise<void> {
      await rateLimits.check(caller.now, address('promo', caller, limits.link));
    },

    /** Looks a promo code up; a wrong one counts. */
    guardPromoCode: <Result>(caller: Caller, look: () => Promise<Result | undefined>) =>
      guardGuess(address('promo', caller, limits.link), caller, look),

    /** Refuses to mail while the account or the address is used up, before the body is looked at. */
    async beforeMail(what: AskedMail, kind: AccountKind, caller: Caller, body: unknown): Promise<void> {
      const email = emailIn(body);
      await rateLimits.check(
        caller.now,
        addressMails(what, caller),
        ...(email === undefined ? [] : [accountMails(what, kind, email)]),
      );
    },

    /** Counts a mail that anybody may ask for: per account, and four times that per address. */
    async takeMail(what: AskedMail, kind: AccountKind, caller: Caller, email: string): Promise<void> {
      await rateLimits.take(caller.now, addressMails(what, caller), accountMails(what, kind, email));
    },

    /** Counts an accepted registration of an address. */
    async takeRegistration(caller: Caller): Promise<void> {
      await rateLimits.take(caller.now, address('registration', caller, limits.registration));
    },

    async beforeRegistration(caller: Caller): Promise<void> {
      await rateLimits.check(caller.now, address('registration', caller, limits.registration));
    },

    async giveRegistrationBack(caller: Caller): Promise<void> {
      await rateLimits.giveBack(address('registration', caller, limits.registration));
    },

    /** Refuses while the interval of a mail runs; takes nothing. */
    async checkInterval(what: string, accountId: string, now: Date, seconds: number): Promise<void> {
      await rateLimits.check(now, interval(what, accountId, seconds));
    },

    /** The same as an answer instead of a refusal. */
    async tryInterval(what: string, accountId: string, now: Date, seconds: number): Promise<boolean> {
      try {
        await rateLimits.take(now, interval(what, accountId, seconds));
        return true;
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    },

    /** One mail of a kind to an account per interval: refuses with the seconds that are left. */
    async takeInterval(what: string, accountId: string, now: Date, seconds: number): Promise<void> {
      await rateLimits.take(now, interval(what, accountId, seconds));
    },
  };
}
export type LoginGuard = ReturnType<typeof createLoginGuard>;

/** What may be guessed once somebody is known by a challenge or a session. */
type OwnSecret = 'second_factor' | 'current_password';

/** Mails that anybody may ask for. */
type AskedMail = 'reset' | 'find';

/** The address in a body that nobody has looked at yet. */
function emailIn(body: unknown): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' && email.length <= 255 ? email.trim() : undefined;
}
