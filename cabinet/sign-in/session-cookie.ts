import type { IncomingMessage } from 'node:http';
import { cookieOf } from '../http.ts';

/**
 * The cookie that carries a session's token. With https it has the prefix `__Host-`: a browser takes one of that name
 * from this very host alone, so that no neighbour below the same domain can put one in its place.
 */
export function sessionCookie(scheme: 'http' | 'https') {
  const name = scheme === 'https' ? '__Host-cabinet_session' : 'cabinet_session';
  const secure = scheme === 'https' ? '; Secure' : '';
  return {
    read: (request: IncomingMessage): string | undefined => cookieOf(request, name),

    /** The value of `Set-Cookie`; no seconds to live take it away. */
    of: (token: string, maxAge: number): string =>
      `${name}=${token}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  };
}
