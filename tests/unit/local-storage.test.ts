import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activeTab, clearCustomerSession, clearStaffSession, storage } from '#web/ui/shared/local-storage.ts';

let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('what the browser remembers', () => {
  test('is stored flat, under the names of the specification', () => {
    storage.set('token', 'abc');
    storage.set('expires', 1_700_000_000_000);
    storage.set('permissions', ['clients.read', 'read_only']);
    storage.set('isRightEmail', true);
    expect(Object.fromEntries(items)).toEqual({
      token: 'abc',
      expires: '1700000000000',
      permissions: '["clients.read","read_only"]',
      isRightEmail: 'true',
    });
    expect(storage.get('expires')).toBe(1_700_000_000_000);
    expect(storage.get('permissions')).toEqual(['clients.read', 'read_only']);
    expect(storage.get('isRightEmail')).toBe(true);
  });

  test('reads garbage as nothing', () => {
    for (const [key, text] of Object.entries({
      token: '',
      expires: 'soon',
      permissions: '{"a":1',
      isRightEmail: 'maybe',
      locale: 'xx',
      theme: 'pink',
    })) {
      items.set(key, text);
    }
    expect(storage.get('token')).toBeNull();
    expect(storage.get('expires')).toBeNull();
    expect(storage.get('permissions')).toBeNull();
    expect(storage.get('isRightEmail')).toBeNull();
    expect(storage.get('locale')).toBeNull();
    expect(storage.get('theme')).toBeNull();
  });

  test('has the first tab for the last one until another was opened', () => {
    expect(activeTab()).toBe('clients');
    storage.set('activeTab', 'users');
    expect([items.get('activeTab'), activeTab()]).toEqual(['users', 'users']);
    items.set('activeTab', 'cabinets');
    expect(activeTab()).toBe('clients');
  });

  test('leaves out permissions that nobody knows', () => {
    items.set('permissions', '["clients.read","everything",7]');
    expect(storage.get('permissions')).toEqual(['clients.read']);
  });

  test('lives as long as the page where storing is blocked', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('blocked');
      },
      setItem: () => {
        throw new Error('blocked');
      },
      removeItem: () => {
        throw new Error('blocked');
      },
    });
    storage.set('tokenClient', 'kept');
    expect(storage.get('tokenClient')).toBe('kept');
    storage.remove('tokenClient');
    expect(storage.get('tokenClient')).toBeNull();
  });

  test('goes with its session, the language stays', () => {
    storage.set('locale', 'lt');
    storage.set('token', 'staff');
    storage.set('tokenClient', 'customer');
    storage.set('cabinetUrl', 'http://a.localhost');
    clearStaffSession();
    expect([...items.keys()]).toEqual(['locale', 'tokenClient', 'cabinetUrl']);
    vi.stubGlobal('document', { cookie: 'person=Kava' });
    clearCustomerSession();
    expect([...items.keys()]).toEqual(['locale']);
    expect(document.cookie).toMatch(/^person=; .*max-age=0/);
  });
});
