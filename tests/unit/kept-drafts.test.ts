import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDrafts, hasDraft, keepDraft, takeDraft } from '#web/providers/kept-drafts.ts';

const place = '/admin-panel/clients/edit/1 edit';

beforeEach(() => {
  const kept: Record<string, unknown> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  };
  // As a browser has it: what is kept are the own keys.
  vi.stubGlobal('sessionStorage', Object.setPrototypeOf(kept, methods));
});
afterEach(() => vi.unstubAllGlobals());

describe('a draft that outlives its session', () => {
  it('is handed out once, to whoever typed it, where it was typed', () => {
    keepDraft('iryna', place, { values: { name: 'Пекарня' }, base: { updated_at: '2026-11-22' } });
    expect(hasDraft('iryna', place)).toBe(true);
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
    expect([hasDraft('iryna', place), hasDraft('andrii', 'elsewhere')]).toEqual([false, true]);
    forgetDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['another']);
  });

  it('is none where the storage holds garbage, or there is no storage', () => {
    sessionStorage.setItem(`draft ${place}`, '{"account":');
    expect(takeDraft('iryna', place)).toBeNull();
    vi.stubGlobal('sessionStorage', undefined);
    keepDraft('iryna', place, { values: {} });
    expect(hasDraft('iryna', place)).toBe(false);
    expect(() => forgetDrafts()).not.toThrow();
  });
});
