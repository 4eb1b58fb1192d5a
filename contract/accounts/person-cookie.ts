/**
 * The name of the person who is signed in, so that pages of the server show the same frame as those of the browser
 * (docs/decisions/0256). It opens nothing: the session itself is no cookie.
 */
const cookieName = 'person';

/** The name in a browser's cookies; null for a stranger. */
export function personIn(cookies: string | undefined): string | null {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(cookies ?? '') ?? [];
  try {
    return decodeURIComponent(value).slice(0, 100) || null;
  } catch {
    return null;
  }
}

export function personCookie(name: string, seconds: number): string {
  return `${cookieName}=${encodeURIComponent(name.slice(0, 100))}; path=/; max-age=${seconds}; samesite=lax`;
}

/** Of a name, for a small circle. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();
}
