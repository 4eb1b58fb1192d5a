import { describe, expect, it } from 'vitest';
import type { SettingKey } from '#contract/company/settings.ts';
import { settingGroups } from '#web/resources/settings/setting-fields.tsx';
import { followed, versionsOf } from '#web/resources/settings/setting-rows.ts';
import { differencesOf, draftOf, valueAt } from '#web/ui/admin/form/draft/form-draft.ts';

const version = { old: '2026-03-01T10:00:00.000Z', new: '2026-03-01T11:00:00.000Z' };
const fieldOf = (key: SettingKey) =>
  settingGroups.flatMap(({ fields }) => fields).filter(({ name }) => name === key);

/** One setting of a form: what is typed, and the server's value before and after. */
function follow(typed: unknown, before: unknown, now: unknown, key: SettingKey = 'free_period_days') {
  const { moved, base } = followed(fieldOf(key), {
    typed: { [key]: typed },
    base: { [key]: before, versions: { [key]: version.old } },
    now: { [key]: now, versions: { [key]: version.new } },
  });
  return { moved: Object.fromEntries(moved), value: base[key], version: versionsOf(base)[key] };
}

describe('a field whose setting a colleague changes meanwhile', () => {
  it('follows when nobody has touched it here', () => {
    expect(follow('14', 14, 20)).toEqual({
      moved: { free_period_days: '20' },
      value: 20,
      version: version.new,
    });
    expect(follow(false, false, true, 'registration_open').moved).toEqual({ registration_open: true });
  });

  it.each(['21', ''])('keeps what was typed, %j, and that it was typed over the version before', (typed) => {
    expect(follow(typed, 14, 20)).toEqual({ moved: {}, value: 14, version: version.old });
  });

  it('is in step again when both have typed the same', () => {
    expect(follow('20', 14, 20).version).toBe(version.new);
  });

  it('keeps what was typed over a new version of the same value', () => {
    expect(follow('21', 14, 14)).toEqual({ moved: {}, value: 14, version: version.new });
  });

  it('stays as it was saved when an answer from before the save arrives after it', () => {
    const { moved, base } = followed(fieldOf('free_period_days'), {
      typed: { free_period_days: '21' },
      base: { free_period_days: 21, versions: { free_period_days: version.new } },
      now: { free_period_days: 14, versions: { free_period_days: version.old } },
    });
    expect(Object.fromEntries(moved)).toEqual({ free_period_days: '21' });
    expect([base.free_period_days, versionsOf(base).free_period_days]).toEqual([21, version.new]);
  });

  it('follows each language and line by itself', () => {
    const before = { uk: 'Ваші', lt: 'Jūsų' };
    const typed = { uk: 'Ваша команда', lt: 'Jūsų', en: '', ru: '', de: '' };
    const one = follow(typed, before, { uk: 'Ваші', lt: 'Jūsų komanda' }, 'mail_signature');
    expect(one.moved).toMatchObject({ 'mail_signature.lt': 'Jūsų komanda' });
    expect(one.moved).not.toHaveProperty(['mail_signature.uk']);
    expect(one.version).toBe(version.new);

    const both = follow(typed, before, { uk: 'Наші', lt: 'Jūsų komanda' }, 'mail_signature');
    expect(both.moved).toMatchObject({ 'mail_signature.lt': 'Jūsų komanda' });
    expect(both).toMatchObject({ value: before, version: version.old });
  });
});

describe('a stale setting', () => {
  it('differs in those languages alone that a colleague has changed', () => {
    const fields = fieldOf('mail_signature');
    const [base, mine, theirs] = [
      { uk: 'Ваші', de: 'Ihre', en: 'Yours' },
      { uk: 'Ваша команда', de: 'Ihre', en: 'Yours' },
      { uk: 'Наші', de: 'Ihr Team', en: 'Yours' },
    ].map((texts) => draftOf(fields, { mail_signature: texts }, 'uk'));
    const found = differencesOf(fields, { base: base ?? {}, mine: mine ?? {}, theirs: theirs ?? {} });
    expect(found.map(({ place, isConflict }) => [place.name, isConflict])).toEqual([
      ['mail_signature.uk', true],
      ['mail_signature.de', false],
    ]);
    expect(valueAt(theirs, 'mail_signature.de')).toBe('Ihr Team');
  });
});
