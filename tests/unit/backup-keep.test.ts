import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { backupName, backupsAmong, readBackupName } from '#server/backup/backup-name.ts';
import { isBackupDue, isBackupLate } from '#server/backup/backup-due.ts';
import { backupsToRemove } from '#server/backup/keep-rule.ts';
import type { KeepRule } from '#server/kernel/backup-variables.ts';

const zone = 'Europe/Kyiv';
const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => ({ takenAt: new Date(text) });
const kept = (times: readonly string[], rule: KeepRule) => {
  const backups = times.map(at);
  const removed = new Set(backupsToRemove(backups, rule, zone));
  return backups.filter((one) => !removed.has(one)).map(({ takenAt }) => takenAt.toISOString().slice(0, 16));
};

describe('the backups that are kept', () => {
  it('are the newest of each of the last days that have one', () => {
    const times = [
      '2026-11-20T02:00Z',
      '2026-11-20T20:00Z',
      '2026-11-22T02:00Z',
      '2026-11-25T02:00Z',
      '2026-11-25T03:00Z',
    ];
    expect(kept(times, { d: 2 })).toEqual(['2026-11-22T02:00', '2026-11-25T03:00']);
    expect(kept(times, { d: 3 })).toEqual(['2026-11-20T20:00', '2026-11-22T02:00', '2026-11-25T03:00']);
  });

  it('have the days of the time zone, also where the clock changes', () => {
    // 22:30 in UTC is the next day in Kyiv.
    expect(kept(['2026-11-24T20:30Z', '2026-11-24T22:30Z'], { d: 7 })).toHaveLength(2);
    expect(kept(['2026-11-24T22:30Z', '2026-11-25T20:30Z'], { d: 7 })).toEqual(['2026-11-25T20:30']);
    // The clock shows 03:30 twice that night.
    expect(kept(['2026-10-25T00:30Z', '2026-10-25T01:30Z'], { h: 2 })).toHaveLength(2);
  });

  it('have weeks from Monday, months and years', () => {
    expect(kept(['2026-11-22T12:00Z', '2026-11-23T12:00Z'], { w: 4 })).toHaveLength(2);
    expect(kept(['2026-11-23T12:00Z', '2026-11-29T12:00Z'], { w: 4 })).toEqual(['2026-11-29T12:00']);
    expect(kept(['2026-12-28T12:00Z', '2027-01-03T12:00Z'], { w: 4 })).toEqual(['2027-01-03T12:00']);
    expect(kept(['2026-10-31T12:00Z', '2026-11-01T12:00Z', '2026-11-02T12:00Z'], { m: 12 })).toEqual([
      '2026-10-31T12:00',
      '2026-11-02T12:00',
    ]);
    expect(kept(['2025-12-31T21:00Z', '2025-12-31T23:00Z'], { y: 2 })).toHaveLength(2);
  });

  it('are added up over the parts of the rule: a daily backup for two years leaves 7d 4w 12m', () => {
    const newest = new Date('2026-11-27T02:00Z').getTime();
    const times = Array.from({ length: 730 }, (_, index) => new Date(newest - index * day).toISOString());
    const left = kept(times, { d: 7, w: 4, m: 12 });
    expect(left.slice(0, 7)).toEqual(times.slice(0, 7).map((time) => time.slice(0, 16)));
    const ofWeeksAndMonths = '11-15 11-08 10-31 09-30 08-31 07-31 06-30 05-31 04-30 03-31 02-28 01-31'.split(
      ' ',
    );
    expect(left.slice(7)).toEqual([
      ...ofWeeksAndMonths.map((date) => `2026-${date}T02:00`),
      '2025-12-31T02:00',
    ]);
  });

  it('outlive a time in which none was taken', () => {
    const old = ['2020-01-01T12:00Z', '2020-01-02T12:00Z', '2020-01-03T12:00Z'];
    expect(kept([...old, '2026-11-27T02:00Z'], { d: 3 })).toEqual([
      '2020-01-02T12:00',
      '2020-01-03T12:00',
      '2026-11-27T02:00',
    ]);
  });

  it('always have the newest, are no more than the rule adds up to, and stay the same when asked again', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 3 * 365 * 24 }), { minLength: 1, maxLength: 60 });
    const rules = fc.record({ h: fc.nat(3), d: fc.nat(7), w: fc.nat(4), m: fc.nat(12), y: fc.nat(2) });
    fc.assert(
      fc.property(moments, rules, (hours, rule) => {
        const backups = [...new Set(hours)].map((one) => ({ takenAt: new Date(1.8e12 + one * hour) }));
        const removed = new Set(backupsToRemove(backups, rule, zone));
        const left = backups.filter((one) => !removed.has(one));
        const newest = Math.max(...backups.map(({ takenAt }) => takenAt.getTime()));
        expect(left.map(({ takenAt }) => takenAt.getTime())).toContain(newest);
        expect(left.length).toBeLessThanOrEqual(1 + rule.h + rule.d + rule.w + rule.m + rule.y);
        expect(backupsToRemove(left, rule, zone)).toEqual([]);
      }),
    );
  });
});

describe('the name of a backup', () => {
  it('says when it was taken and whether it is encrypted', () => {
    const takenAt = new Date('2026-11-27T02:13:09Z');
    expect(backupName(takenAt, { isEncrypted: false })).toBe('tenantry-20261127T021309Z.tar');
    const name = backupName(takenAt, { isEncrypted: true });
    expect(readBackupName(name)).toEqual({ name, takenAt, isEncrypted: true });
  });

  it('is told from everything else that is there', () => {
    const names = [
      'tenantry-20261127T021309Z.tar.unfinished',
      'notes.txt',
      'tenantry-20269999T021309Z.tar',
      'x.tar',
    ];
    expect(backupsAmong([...names, 'tenantry-20261127T021309Z.tar'])).toHaveLength(1);
  });
});

describe('a backup', () => {
  const now = new Date('2026-11-27T02:00Z');
  const run = (agoMs: number, isGood = true) => ({
    started_at: new Date(now.getTime() - agoMs),
    name: isGood ? 'one' : null,
    problem: isGood ? null : 'no room',
  });

  it.each([
    ['at once, where there was none', undefined, true],
    ['not before its time', run(day - 1), false],
    ['at its time', run(day), true],
    ['an hour after a failure', run(hour, false), true],
    ['not at once after a failure', run(hour - 1, false), false],
  ])('is due %s', (_, last, due) => {
    expect(isBackupDue(last, day, now)).toBe(due);
  });

  it('that is taken often waits after a failure no longer than otherwise', () => {
    expect(isBackupDue(run(10 * 60_000, false), 10 * 60_000, now)).toBe(true);
  });

  it.each([
    ['nothing was tried yet', undefined, undefined, false],
    ['the first one runs', { ...run(60_000, false), problem: null }, undefined, false],
    ['the first one was killed', { ...run(hour, false), problem: null }, undefined, true],
    ['the first ones failed', run(hour, false), undefined, true],
    ['the last one is of yesterday', run(day), run(day), false],
    ['the last one failed', run(hour, false), run(day + hour), false],
    ['a whole one was missed', run(hour, false), run(2 * day + 1), true],
  ])('is late or not, where %s', (_, last, good, late) => {
    expect(isBackupLate({ last, good }, day, now)).toBe(late);
  });
});
