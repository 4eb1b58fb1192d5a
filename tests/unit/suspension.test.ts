import { expect, it } from 'vitest';
import { suspensionOf } from '#server/subscriptions/lifecycle/suspension.ts';

const terms = { graceDays: 7, timeZone: 'Europe/Kyiv' };
const ends = new Date('2026-03-25T10:00:00Z');
const client = {
  status: 'active' as const,
  blocked_from: null,
  deleted_at: null,
  trial_ends: ends,
  lasts_until: ends,
};
const after = new Date('2026-04-01T09:00:00Z'); // an hour earlier in winter's terms: summer has begun

it.each([
  ['a period that is not paid', { status: 'grace' as const }, after],
  ['a period that the balance will not pay', {}, after],
  ['a trial that nothing follows', { status: 'trial' as const }, after],
  ['a balance that pays the next one', { lasts_until: new Date('2026-04-25T10:00:00Z') }, null],
  ['a tariff that costs nothing', { lasts_until: null }, null],
  ['a suspended client', { status: 'blocked' as const }, null],
  ['one suspended by hand', { status: 'grace' as const, blocked_from: 'grace' as const }, null],
  ['a deleted client', { status: 'grace' as const, deleted_at: ends }, null],
  ['one that has no period yet', { status: 'unconfirmed' as const, trial_ends: null }, null],
])('says when it stops of %s', (_, more, stops) => {
  expect(suspensionOf({ ...client, ...more }, terms)).toEqual(stops);
});
