import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetDrafts,
  keepDraft,
  keepInMemory,
  takeDraft,
  takeFromMemory,
} from '#web/ui/admin/form/draft/kept-drafts.ts';

const place = '/admin-panel/clients/edit/1 edit';

beforeEach(() => {
  const kept: Record<string, unknown> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  };
  // Like a browser's: the stored values are its own keys.
  vi.stubGlobal('sessionStorage', Object.setPrototypeOf(kept, methods));
});
afterEach(() => vi.unstubAllGlobals());

describe('a draft that outlives its session', () => {
  it('is restored once, to the person who typed it, where it was typed', () => {
    keepDraft('iryna', place, { values: { name: 'Пекарня' }, base: { updated_at: '2026-11-22' } });
    expect(takeDraft('iryna', '/admin-panel/clients/edit/2 edit')).toBeNull();
    expect(takeDraft('andrii', place)).toBeNull();
    expect(takeDraft('iryna', place)).toMatchObject({
      values: { name: 'Пекарня' },
      base: { updated_at: '2026-11-22' },
    });
    expect(takeDraft('iryna', place)).toBeNull();
  });

  it('needs nothing that it began with', () => {
    keepDraft('iryna', place, { values: { amount: '12,5' } });
    expect(takeDraft('iryna', place)).toEqual({ account: 'iryna', values: { amount: '12,5' } });
  });

  it('is forgotten with the others of its owner, or when somebody else comes', () => {
    keepDraft('iryna', place, { values: {} });
    keepDraft('andrii', 'elsewhere', { values: {} });
    sessionStorage.setItem('another', 'kept');
    forgetDrafts({ except: 'andrii' });
    expect(Object.keys(sessionStorage)).toEqual(['draft elsewhere', 'another']);
    forgetDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['another']);
  });

  it('is none where the storage holds garbage, or there is no storage', () => {
    sessionStorage.setItem(`draft ${place}`, '{"account":');
    expect(takeDraft('iryna', place)).toBeNull();
    vi.stubGlobal('sessionStorage', undefined);
    keepDraft('iryna', place, { values: {} });
    expect(takeDraft('iryna', place)).toBeNull();
    expect(() => forgetDrafts()).not.toThrow();
  });
});

describe('what only the page can hold', () => {
  const asked = new EventTarget();
  /** Whether the browser would ask before it leaves the page. */
  const asks = () => !asked.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  beforeEach(() => {
    vi.stubGlobal('addEventListener', asked.addEventListener.bind(asked));
    vi.stubGlobal('removeEventListener', asked.removeEventListener.bind(asked));
  });

  it('is handed out once, to its owner and at its place, and asked about until then', () => {
    const bytes = new ArrayBuffer(8);
    keepInMemory('iryna', '/import', { bytes });
    expect([takeFromMemory('andrii', '/import'), takeFromMemory('iryna', '/elsewhere'), asks()]).toEqual([
      null,
      null,
      true,
    ]);
    expect(takeFromMemory('iryna', '/import')).toEqual({ bytes });
    expect([takeFromMemory('iryna', '/import'), asks()]).toEqual([null, false]);
  });

  it('is forgotten with a logout, or when somebody else comes', () => {
    for (const forget of [() => forgetDrafts(), () => forgetDrafts({ except: 'andrii' })]) {
      keepInMemory('iryna', '/import', {});
      forget();
      expect([takeFromMemory('iryna', '/import'), asks()]).toEqual([null, false]);
    }
    keepInMemory('iryna', '/import', 'file');
    forgetDrafts({ except: 'iryna' });
    expect(takeFromMemory('iryna', '/import')).toBe('file');
  });
});
