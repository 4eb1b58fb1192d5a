import { describe, expect, it } from 'vitest';
import type { SettingKey } from '#contract/settings.ts';
import { followed, settingDifferences } from '#web/resources/settings/setting-versions.ts';

const version = { old: '2026-03-01T10:00:00.000Z', new: '2026-03-01T11:00:00.000Z' };

/** One setting of a form: what is typed, and what the server's value, as typed, goes from and to. */
function follow(typed: unknown, before: unknown, now: unknown, key: SettingKey = 'free_period_days') {
  const after = followed(
    { [key]: typed },
    { [key]: { typed: before, version: version.old } },
    { [key]: { typed: now, version: version.new } },
  );
  return { shown: after.typed[key], known: after.known[key] };
}

describe('a field whose setting a colleague changes meanwhile', () => {
  it.each([
    ['14', '14', '20'],
    [false, false, true],
  ])('follows when nobody has touched it here', (typed, before, now) => {
    expect(follow(typed, before, now)).toEqual({ shown: now, known: { typed: now, version: version.new } });
  });

  it.each(['21', ''])('keeps what was typed, %j, and that it was typed over the version before', (typed) => {
    expect(follow(typed, '14', '20')).toEqual({
      shown: typed,
      known: { typed: '14', version: version.old },
    });
  });

  it('is in step again when both have typed the same', () => {
    expect(follow('20', '14', '20').known?.version).toBe(version.new);
  });

  it('keeps what was typed over a new version of the same value', () => {
    expect(follow('21', '14', '14')).toEqual({ shown: '21', known: { typed: '14', version: version.new } });
  });

  it('follows each language and line by itself', () => {
    const before = { uk: 'Ваші', lt: 'Jūsų' };
    const now = { uk: 'Ваші', lt: 'Jūsų komanda' };
    const { shown, known } = follow({ uk: 'Ваша команда', lt: 'Jūsų' }, before, now, 'mail_signature');
    expect(shown).toEqual({ uk: 'Ваша команда', lt: 'Jūsų komanda' });
    expect(known).toEqual({ typed: now, version: version.new });
  });

  it('keeps the version before of all languages when one of them was changed by both', () => {
    const before = { uk: 'Ваші', lt: 'Jūsų' };
    const now = { uk: 'Наші', lt: 'Jūsų komanda' };
    const { shown, known } = follow({ uk: 'Ваша команда', lt: 'Jūsų' }, before, now, 'mail_signature');
    expect(shown).toEqual({ uk: 'Ваша команда', lt: 'Jūsų komanda' });
    expect(known).toEqual({ typed: before, version: version.old });
  });
});

describe('a stale setting', () => {
  it('differs where a colleague has changed it', () => {
    const found = settingDifferences(['free_period_days', 'count'], { base: '14', mine: '21', theirs: '20' });
    expect(found).toMatchObject([
      { field: { name: 'free_period_days' }, mine: '21', theirs: '20', isConflict: true },
    ]);
  });

  it('differs in those languages alone', () => {
    const found = settingDifferences(['mail_signature', 'texts'], {
      base: { uk: 'Ваші', de: 'Ihre', en: 'Yours' },
      mine: { uk: 'Ваша команда', de: 'Ihre', en: 'Yours' },
      theirs: { uk: 'Наші', de: 'Ihr Team', en: 'Yours' },
    });
    expect(found.map(({ field, isConflict }) => [field.name, isConflict])).toEqual([
      ['mail_signature.uk', true],
      ['mail_signature.de', false],
    ]);
  });

  it('does not differ where it is what was typed, or what it was', () => {
    const field = ['registration_open', 'switch'] as const;
    expect(settingDifferences(field, { base: true, mine: false, theirs: false })).toEqual([]);
    expect(settingDifferences(field, { base: true, mine: false, theirs: true })).toEqual([]);
  });
});
