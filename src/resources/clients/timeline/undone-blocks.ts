import { suspensionEmailSeconds } from '#contract/entities/client.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';

/**
 * Makes one row of a suspension that the same colleague undid while its email still waited: nobody but staff knew of it.
 * `rows` are newest first. A resumption that the system writes beside one by hand says the same. Pure.
 */
export function withUndoneBlocks(rows: readonly TimelineRow[]): TimelineRow[] {
  const left = rows.filter(
    (row) => row.verb !== 'client.resume' || !rows.some((other) => isByHand(other) && other.at === row.at),
  );
  const undone = new Map(
    left.filter(isByHand).flatMap((end) => {
      const block = left.find((row) => row.verb === 'client.blocked' && row.at <= end.at);
      return block && isUndo(block, end) ? [[end.id, block] as const] : [];
    }),
  );
  const gone = new Set([...undone.values()].map(({ id }) => id));
  return left
    .filter(({ id }) => !gone.has(id))
    .map((row) => {
      const block = undone.get(row.id);
      if (!block) return row;
      return { ...row, verb: 'client.block_undone', details: { ...row.details, changes: saidOf(block) } };
    });
}

function isByHand({ verb }: TimelineRow): boolean {
  return verb === 'client.unblocked';
}

function isUndo(block: TimelineRow, end: TimelineRow): boolean {
  const seconds = (Date.parse(end.at) - Date.parse(block.at)) / 1000;
  return seconds <= suspensionEmailSeconds && block.person?.id === end.person?.id;
}

/** The reason that was given; that the state came and went is in the verb. */
function saidOf({ details }: TimelineRow): TimelineRow['details']['changes'] {
  return details.changes.filter(({ field }) => field === 'block_reason');
}
