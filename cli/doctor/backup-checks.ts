import type { BackupState } from '#server/backup/backup-state.ts';
import { failure, type Finding, ok, warning } from './finding.ts';

/** Whether somebody could restore this installation (GROWTH section 20, "Backups"). `state`: undefined without BACKUP_URL. */
export function backups(state: BackupState | undefined, leftOut: readonly string[]): Finding {
  const subject = 'Backups';
  if (!state) return warning(subject, 'none by itself', 'set BACKUP_URL (docs/operators-guide.md, Backups)');
  const { goodAt, isLate, problem } = state;
  const last = goodAt ? `the last good one is of ${goodAt.toISOString()}` : 'there is no good one';
  if (isLate || problem !== null) {
    const text = problem === null ? last : `${last}; the last one failed: ${problem}`;
    const advice = 'mend the reason, then run: backup run';
    return isLate ? failure(subject, text, advice) : warning(subject, text, advice);
  }
  if (leftOut.length > 0) {
    const text = `${last}; a backup has the cabinets of the host that takes it, and of no other`;
    return warning(
      subject,
      text,
      'copy DATA_DIR/cabinets of each host (docs/scaling.md, Several cabinet hosts)',
    );
  }
  return goodAt
    ? ok(subject, last)
    : warning(subject, 'none yet', 'a worker takes the first one at its start');
}
