import type { BackupState } from '#server/backup/backup-state.ts';
import { failure, type Finding, ok, warning } from './finding.ts';

/** Whether somebody could restore this installation (GROWTH section 20, "Backups"). `state`: undefined without BACKUP_URL. */
export function backups(state: BackupState | undefined): Finding {
  const subject = 'Backups';
  if (!state) return warning(subject, 'none by itself', 'set BACKUP_URL (docs/operators-guide.md, Backups)');
  const { goodAt, isLate, problem } = state;
  const last = goodAt ? `the last good one is of ${goodAt.toISOString()}` : 'there is no good one';
  if (isLate || problem !== null) {
    const text = problem === null ? last : `${last}; the last try: ${problem}`;
    const advice = 'mend the reason, then run: backup run';
    return isLate ? failure(subject, text, advice) : warning(subject, text, advice);
  }
  return goodAt
    ? ok(subject, last)
    : warning(subject, 'none yet', 'a worker takes the first one at its start');
}
