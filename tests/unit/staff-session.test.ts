import { describe, expect, it } from 'vitest';
import { loginPath, pathAfterLogin } from '#web/providers/auth-provider.ts';
import { warningAt } from '#web/providers/staff-session.ts';

describe('the warning before a session ends', () => {
  it('comes 60 s before the end', () => {
    expect(warningAt({ seenAt: 0, endsAt: 8 * 3_600_000 })).toBe(8 * 3_600_000 - 60_000);
    expect(warningAt({ seenAt: 0, endsAt: 120_000 })).toBe(60_000);
  });

  it('comes halfway in a session shorter than two minutes', () => {
    expect(warningAt({ seenAt: 1000, endsAt: 61_000 })).toBe(31_000);
  });
});

describe('the way back after a login', () => {
  it('is the whole address one wanted', () => {
    const path = '/admin-panel/clients?filter[name][ilike]=%25a%25&page=2';
    const [pathname = '', search] = path.split('?');
    const login = new URL(loginPath({ pathname, search: `?${search}` }), 'http://site');
    expect(login.pathname).toBe('/login');
    expect(pathAfterLogin(login.searchParams.get('redirect'))).toBe(path);
  });

  it.each([
    null,
    '',
    '//evil.example',
    'https://evil.example/admin-panel',
    '/\\evil.example',
    '/registration',
    '/admin-panelx',
  ])('is Home for %j', (redirect) => {
    expect(pathAfterLogin(redirect)).toBe('/admin-panel');
  });
});
