import * as z from 'zod';
import { cookieValue } from '#server/auth/login-guard/device-cookie.ts';
import { hashToken, newToken, type Secrets } from '#server/keys/secrets.ts';

/**
 * What is remembered between the start of a sign-in and its return: sealed in the `state` that the provider gives
 * back, and good only in the browser that has the cookie. So any number of tabs may sign in at once, a start writes
 * nothing to the database, and nobody can hand somebody else an answer of their own.
 */
const stateForm = z.strictObject({
  oidc: z.literal(1),
  /** The hash of the browser's cookie. */
  browser: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** When it was started, in milliseconds of the epoch. */
  at: z.int(),
  /** The page that was asked for. */
  redirect: z.string().nullable(),
  /** For a proof before a sensitive act. */
  fresh: z.boolean(),
});
export type OidcState = z.infer<typeof stateForm>;

/** For how long a start waits for its return: people look for their phone meanwhile. */
export const stateSeconds = 600;
/** Longer ones are not kept, because the state travels in an address. */
const longestRedirect = 1000;

export function newState(
  browser: string,
  now: Date,
  { redirect, fresh }: { redirect: string | null; fresh: boolean },
): OidcState {
  return {
    oidc: 1,
    browser: hashToken(browser).toString('base64url'),
    nonce: newToken(),
    verifier: newToken(),
    at: now.getTime(),
    redirect: redirect !== null && redirect.length <= longestRedirect ? redirect : null,
    fresh,
  };
}

export function sealState(secrets: Pick<Secrets, 'seal'>, state: OidcState): string {
  return secrets.seal(JSON.stringify(state));
}

/** Undefined when we never wrote it. Its age and its browser are not looked at. */
export function readState(secrets: Pick<Secrets, 'open'>, text: string | null): OidcState | undefined {
  if (!text) return undefined;
  try {
    return stateForm.safeParse(JSON.parse(secrets.open(text))).data;
  } catch {
    return undefined;
  }
}

/** The state while it may be used: in the browser that started, and not too old. */
export function validState(
  secrets: Pick<Secrets, 'open'>,
  text: string | null,
  { browser, now }: { browser: string | undefined; now: Date },
): OidcState | undefined {
  const state = readState(secrets, text);
  if (!state || !browser) return undefined;
  const age = now.getTime() - state.at;
  const isOfBrowser = state.browser === hashToken(browser).toString('base64url');
  return isOfBrowser && age <= stateSeconds * 1000 ? state : undefined;
}

/** The cookie that ties a sign-in to its browser. It says nothing and ends by itself. */
export function createBrowserCookie({ isSecure, isCrossSite }: { isSecure: boolean; isCrossSite: boolean }) {
  const name = isSecure ? '__Host-oidc' : 'oidc';
  const attributes = [
    'Path=/',
    `Max-Age=${stateSeconds}`,
    'HttpOnly',
    isSecure && isCrossSite ? 'SameSite=None' : 'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
  const read = (header: string | null) => {
    const value = cookieValue(header, name);
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  return {
    read,
    /** The browser's value, or a new one: tabs that sign in at once share it. */
    begin(header: string | null): { browser: string; setCookie: string } {
      const browser = read(header) ?? newToken();
      return { browser, setCookie: `${name}=${browser}; ${attributes}` };
    },
  };
}
