/** Whether the browser takes cookies. Tried: `navigator.cookieEnabled` is true where a setting of the site forbids them. */
export function keepsCookies(): boolean {
  document.cookie = 'probe=1; path=/; SameSite=Lax';
  const isKept = document.cookie.includes('probe=1');
  document.cookie = 'probe=; path=/; SameSite=Lax; max-age=0';
  return isKept;
}
