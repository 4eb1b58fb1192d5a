import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginPath, pathAfterLogin } from '#web/providers/auth-provider.ts';
import { createStaffSession, warningAt } from '#web/providers/staff-session.ts';

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

describe('what a login leaves in the browser', () => {
  let items: Map<string, string>;
  beforeEach(() => {
    items = new Map();
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('location', { hostname: 'panel.example' });
    vi.stubGlobal('document', { cookie: '' });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const answer = (domain: string | null) => ({
    access_token: 'abc',
    token_type: 'bearer' as const,
    expires_in: 900,
    session_ttl: 28_800,
    domain,
    data: {
      id: '1',
      name: 'Olena',
      email: 'olena@example.com',
      permissions: ['clients.read' as const],
      alarms: [],
      locale: 'uk' as const,
      two_factor: false,
      two_factor_missing: false,
      has_password: true,
      signs_in_by_oidc: false,
    },
  });

  it.each([
    [null, 'panel.example'],
    ['other.example', 'other.example'],
  ])("is all that the specification names: of domain %j the session's is %s", (domain, kept) => {
    const session = createStaffSession({ apiUrl: '/api', locale: () => 'uk' });
    session.save(answer(domain));
    expect([...items.keys()].sort()).toEqual(['domain', 'expires', 'permissions', 'session', 'token']);
    expect(items.get('domain')).toBe(kept);
    session.end('logged-out');
    expect([...items.keys()]).toEqual([]);
  });
});
