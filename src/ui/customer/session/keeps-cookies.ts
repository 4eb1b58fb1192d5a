/**
 * Whether the browser stores cookies. It is tried, because `navigator.cookieEnabled` is true even when a site setting
 * forbids them.
 */
export function keepsCookies(): boolean {
  document.cookie = 'probe=1; path=/; SameSite=Lax';
  const isKept = document.cookie.includes('probe=1');
  document.cookie = 'probe=; path=/; SameSite=Lax; max-age=0';
  return isKept;
}
