import { describe, expect, it } from 'vitest';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { settingInput, type SettingKey, settings } from '#contract/company/settings.ts';

const refused = (input: unknown) => {
  const read = settingInput.safeParse(input);
  return read.success ? {} : refusalsByField(read.error);
};

describe('a setting', () => {
  it.each(Object.keys(settings) as SettingKey[])('%s takes its default', (key) => {
    expect(refused({ key, value: settings[key].default })).toEqual({});
  });

  it.each<[SettingKey, unknown, string]>([
    ['free_period_days', 3651, 'value'],
    ['free_period_days', -1, 'value'],
    ['free_period_days', '14', 'value'],
    ['free_period_days', 1.5, 'value'],
    ['free_period_days', null, 'value'],
    ['recommended_days', 0, 'value'],
    ['reminder_days', [91], 'value.0'],
    ['reminder_days', 7, 'value'],
    ['default_tariff_id', 'start', 'value'],
    ['registration_open', 1, 'value'],
    ['resend_interval_seconds', 3601, 'value'],
    ['support_email', 'nobody', 'value'],
    ['support_phone', '1 '.repeat(26), 'value'],
    ['support_phone', 'call us', 'value'],
    ['mail_sender_name', '', 'value'],
    ['mail_sender_name', 'x'.repeat(101), 'value'],
    ['mail_sender_name', 'Каса\nBcc: a@b.example', 'value'],
    ['mail_sender_name', 'Каса\u202e', 'value'],
    ['mail_sender_name', 'Bank <help@bank.example>', 'value'],
    ['company_details', { name: 'A' }, 'value.code'],
    ['mail_signature', { uk: 7 }, 'value.uk'],
  ])('%s refuses %j', (key, value, field) => {
    expect(Object.keys(refused({ key, value }))).toContain(field);
  });

  it('is refused at its key when there is none of that name, or none', () => {
    expect(refused({ key: 'colour', value: 1 })).toEqual({ key: [{ key: 'validation.notAllowed' }] });
    expect(Object.keys(refused({ value: 1 }))).toEqual(['key']);
  });

  it('needs a value and nothing else', () => {
    expect(Object.keys(refused({ key: 'read_only' }))).toEqual(['value']);
    expect(Object.keys(refused({ key: 'read_only', value: true, id: 1 }))).toEqual(['id']);
  });

  it('keeps reminders once each, the earliest first', () => {
    expect(settingInput.parse({ key: 'reminder_days', value: [1, 7, 3, 7] })).toEqual({
      key: 'reminder_days',
      value: [7, 3, 1],
    });
  });
});
