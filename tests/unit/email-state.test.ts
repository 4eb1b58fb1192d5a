import { expect, it } from 'vitest';
import { emailStateOf } from '#contract/entities/email.ts';

it('lets a failed email wait until it is sent again or dismissed', () => {
  expect(emailStateOf({ status: 'failed', dealt_with_at: null })).toBe('failed');
  expect(emailStateOf({ status: 'failed', dealt_with_at: '2026-03-01T10:00:00.000Z' })).toBe('dealt_with');
});

it('leaves every other state as it is', () => {
  for (const status of ['queued', 'sent', 'only_logged'] as const)
    expect(emailStateOf({ status, dealt_with_at: null })).toBe(status);
});
