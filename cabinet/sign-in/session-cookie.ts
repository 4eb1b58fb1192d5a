import type { IncomingMessage } from 'node:http';
import { cookieOf } from '../http.ts';

/**
 * The cookie with a session's token. With https it has the prefix `__Host-`: a browser accepts such a cookie from
 * this host only, so no other cabinet below the same domain can set it.
 */
export function sessionCookie(scheme: 'http' | 'https') {
  const name = scheme === 'https' ? '__Host-cabinet_session' : 'cabinet_session';
  const secure = scheme === 'https' ? '; Secure' : '';
  return {
    read: (request: IncomingMessage): string | undefined => cookieOf(request, name),

    /** The value of `Set-Cookie`; 0 seconds delete the cookie. */
    of: (token: string, maxAge: number): string =>
      `${name}=${token}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  };
}

/** The cookie with the page to come back to after signing in. */
export function wayBackCookie(scheme: 'http' | 'https') {
  const name = scheme === 'https' ? '__Host-cabinet_page' : 'cabinet_page';
  const secure = scheme === 'https' ? '; Secure' : '';
  return {
    read(request: IncomingMessage): string | undefined {
      try {
        return decodeURIComponent(cookieOf(request, name) ?? '');
      } catch {
        return undefined;
      }
    },

    /** The value of `Set-Cookie`; 0 seconds delete the cookie. */
    of: (page: string, maxAge: number): string =>
      `${name}=${encodeURIComponent(page)}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  };
}
