import { describe, expect, it } from 'vitest';
import { viewedLists } from '#contract/entities/saved-view.ts';
import { mailWeek } from '#server/saved-views/mail-week.ts';
import { listPages } from '#server/view-mails/list-pages.ts';
import { resources } from '#web/resources/index.ts';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';

describe('the week of a mailed view', () => {
  it.each([
    // Monday before and from seven o'clock in Kyiv (UTC+2), the days after, and Sunday night.
    ['2026-11-23T04:59:59Z', '2026-11-16'],
    ['2026-11-23T05:00:00Z', '2026-11-23'],
    ['2026-11-27T12:00:00Z', '2026-11-23'],
    ['2026-11-29T23:00:00Z', '2026-11-23'],
    // In summer seven o'clock is another moment.
    ['2026-07-06T03:59:59Z', '2026-06-29'],
    ['2026-07-06T04:00:00Z', '2026-07-06'],
  ])('begins on Monday at seven: %s belongs to %s', (now, week) => {
    expect(mailWeek(new Date(now), 'Europe/Kyiv')).toBe(week);
  });
});

describe('the page of a mailed view', () => {
  it.each(Object.keys(viewedLists) as (keyof typeof viewedLists)[])(
    'of %s is where the panel has it',
    (name) => {
      expect(listPath(resources[name])).toBe(listPages[name]);
    },
  );
});
