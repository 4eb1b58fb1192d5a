import { expect, it } from 'vitest';
import type { Locale } from '#contract/kernel/variants.ts';
import { inTime, translate } from '#server/kernel/messages.ts';

it.each<[Locale, number, string]>([
  ['uk', 1, 'через 1 секунду'],
  ['uk', 42, 'через 42 секунди'],
  ['uk', 45, 'через 45 секунд'],
  ['uk', 61, 'через 2 хвилини'],
  ['uk', 5400, 'через 2 години'],
  ['ru', 21, 'через 21 секунду'],
  ['ru', 3, 'через 3 секунды'],
  ['lt', 21, 'po 21 sekundės'],
  ['lt', 5, 'po 5 sekundžių'],
  ['de', 1, 'in 1 Sekunde'],
  ['de', 300, 'in 5 Minuten'],
  ['en', 1, 'in 1 second'],
  ['en', 30, 'in 30 seconds'],
])('in %s a mail sent recently or tried too often waits %i seconds: %s', (locale, seconds, when) => {
  expect(inTime(locale, seconds)).toBe(when);
  for (const code of ['sent_recently', 'too_many_requests']) {
    expect(translate(locale, `errors.${code}`, { when: inTime(locale, seconds) })).toContain(when);
  }
});
