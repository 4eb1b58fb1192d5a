import { type KeepRule, type KeepUnit, keepUnits } from '#server/kernel/backup-variables.ts';
import type { StoredBackup } from './backup-name.ts';

/**
 * The backups that the rule no longer wants. It keeps the newest one of each of the last hours, days, weeks (from
 * Monday), months and years that have a backup; so a time without backups makes nobody lose the ones before it. The
 * newest of all is always kept. Days are those of the time zone.
 */
export function backupsToRemove<Backup extends Pick<StoredBackup, 'takenAt'>>(
  backups: readonly Backup[],
  rule: KeepRule,
  timeZone: string,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const unit of keepUnits) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      if (seen.size >= (rule[unit] ?? 0)) break;
      const span = spanOf(backup.takenAt, unit, timeZone);
      if (!seen.has(span)) kept.add(backup);
      seen.add(span);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

/** A name for the hour, day, week, month or year of a moment. */
function spanOf(at: Date, unit: KeepUnit, timeZone: string): string {
  // Swedish dates are ISO dates: 2026-11-27 02.
  const day = at.toLocaleDateString('sv-SE', { timeZone });
  switch (unit) {
    case 'h':
      // An hour that the clock repeats in autumn is two.
      return String(Math.floor(at.getTime() / 3_600_000));
    case 'd':
      return day;
    case 'w':
      return mondayOf(day);
    case 'm':
      return day.slice(0, 7);
    case 'y':
      return day.slice(0, 4);
  }
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
