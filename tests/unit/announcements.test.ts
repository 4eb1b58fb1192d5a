import { describe, expect, it } from 'vitest';
import { announcementInput } from '#contract/clients/announcement.ts';
import { stateOf, textFor } from '#server/announcements/announcement-text.ts';

const en = { title: 'Works', body: 'On Sunday.' };
const uk = { title: 'Роботи', body: 'У неділю.' };

describe('the text of an announcement', () => {
  it('is in the reader’s language, else in the default one, else in any, and says which', () => {
    const languages = { locale: 'lt', defaultLocale: 'uk' } as const;
    expect(textFor({ en, uk }, { ...languages, locale: 'en' })).toEqual({ locale: 'en', ...en });
    expect(textFor({ en, uk }, languages)).toEqual({ locale: 'uk', ...uk });
    expect(textFor({ en }, languages)).toEqual({ locale: 'en', ...en });
  });
});

describe('the state of an announcement', () => {
  const from = new Date('2026-11-27T00:00:00Z');
  const to = new Date('2026-11-28T00:00:00Z');

  it('goes by its bounds: from the first moment until before the last', () => {
    const at = (text: string, ends_at: Date | null = to) =>
      stateOf({ starts_at: from, ends_at }, new Date(text));
    expect(at('2026-11-26T23:59:59.999Z')).toBe('planned');
    expect(at('2026-11-27T00:00:00Z')).toBe('shown');
    expect(at('2026-11-27T23:59:59.999Z')).toBe('shown');
    expect(at('2026-11-28T00:00:00Z')).toBe('over');
    expect(at('2036-11-28T00:00:00Z', null)).toBe('shown');
  });
});

describe('an announcement that is sent', () => {
  const schema = announcementInput('ua');
  const whole = {
    texts: { uk },
    audience: null,
    from: '2026-11-27T00:00:00.000Z',
    to: '2026-11-28T00:00:00.000Z',
    mail: false,
  };
  const places = (changes: object) =>
    schema.safeParse({ ...whole, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('needs the default language whole, and any other one whole', () => {
    expect(places({})).toEqual([]);
    expect(places({ texts: { en } })).toEqual(['texts.uk.title', 'texts.uk.body']);
    expect(places({ texts: { uk, en: { title: 'Works' } } })).toEqual(['texts.en.body']);
    expect(places({ texts: { uk, en: { title: 'Works', body: '' } } })).toEqual(['texts.en.body']);
  });

  it('ends after it begins, or never', () => {
    expect(places({ to: null })).toEqual([]);
    expect(places({ to: whole.from })).toEqual(['to']);
    expect(places({ to: '2026-11-20T00:00:00.000Z' })).toEqual(['to']);
  });

  it('has bounds, and no further keys', () => {
    expect(places({ texts: { uk: { ...uk, title: 'x'.repeat(121) } } })).toEqual(['texts.uk.title']);
    expect(places({ texts: { uk: { ...uk, body: 'x'.repeat(4001) } } })).toEqual(['texts.uk.body']);
    expect(places({ texts: { uk, fr: en } })).toEqual(['texts']);
    expect(places({ from: null })).toEqual(['from']);
  });
});
