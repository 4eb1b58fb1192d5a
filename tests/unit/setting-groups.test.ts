import { describe, expect, it } from 'vitest';
import { refusalsByField } from '#contract/issues.ts';
import { settings } from '#contract/settings.ts';
import {
  type Fields,
  fieldsOf,
  groupSchema,
  placesOf,
  settingGroups,
  typedSetting,
} from '#web/resources/settings/general-groups.ts';

const fields = settingGroups.flatMap(fieldsOf);
const namesOf = (...field: Fields[number]) => placesOf([field]).map(({ name }) => name);

describe('the general settings', () => {
  it('ask for every key once', () => {
    expect(fields.map(([key]) => key).sort()).toEqual(Object.keys(settings).sort());
  });

  it.each(fields)('%s shows its default and reads it back', (key, kind) => {
    const typed = typedSetting(kind, settings[key].default);
    const read = groupSchema([[key, kind]]).parse({ [key]: typed });
    expect(read[key]).toEqual(settings[key].default);
  });

  it('show a message at each line of the company and each language of the signature', () => {
    expect(namesOf('company_details', 'company')).toContain('company_details.bank');
    expect(namesOf('mail_signature', 'texts')).toContain('mail_signature.lt');
  });
});

describe('days of reminders', () => {
  const read = (typed: string) =>
    groupSchema([['reminder_days', 'days']]).safeParse({ reminder_days: typed });

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
