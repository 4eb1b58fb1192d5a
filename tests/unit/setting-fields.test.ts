import { describe, expect, it } from 'vitest';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { settings } from '#contract/company/settings.ts';
import { settingGroups, settingsSchema } from '#web/resources/settings/setting-fields.tsx';
import { draftOf, inputOf, placesOf } from '#web/ui/admin/form/draft/form-draft.ts';

const fields = settingGroups.flatMap((group) => group.fields);
const fieldOf = (key: string) => fields.filter(({ name }) => name === key);
const placesIn = (key: string) => placesOf(fieldOf(key)).map(({ name }) => name);

describe('the general settings', () => {
  it('ask for every key once', () => {
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(settings).sort());
  });

  it.each(fields.map(({ name }) => name))('%s shows its default and reads it back', (key) => {
    const field = fieldOf(key);
    const typed = draftOf(field, { [key]: settings[key].default }, 'uk');
    expect(settingsSchema(field).parse(inputOf(field, typed))).toEqual({ [key]: settings[key].default });
  });

  it('show a message at each line of the company and each language of the signature', () => {
    expect(placesIn('company_details')).toContain('company_details.bank');
    expect(placesIn('mail_signature')).toContain('mail_signature.lt');
  });
});

describe('days of reminders', () => {
  const field = fieldOf('reminder_days');
  const read = (typed: string) => settingsSchema(field).safeParse(inputOf(field, { reminder_days: typed }));

  it.each<[string, number[]]>([
    ['1, 7 3;7', [7, 3, 1]],
    ['', []],
    ['14', [14]],
  ])('%j is %j', (typed, days) => {
    expect(read(typed).data).toEqual({ reminder_days: days });
  });

  it.each(['0', '91', '1.5', 'seven', '1,2,3,4,5,6,7,8,9,10,11'])('%j is refused at its field', (typed) => {
    const { error } = read(typed);
    expect(error && Object.keys(refusalsByField(error))).toEqual(['reminder_days']);
  });
});
