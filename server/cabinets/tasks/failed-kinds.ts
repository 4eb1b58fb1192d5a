import type { CabinetTask } from '#contract/cabinets/cabinet.ts';
import type { FindingKind } from '#contract/entities/cabinet-finding.ts';

/** The kind of finding for each failed task. */
export const failedKinds: Record<CabinetTask, FindingKind> = {
  create: 'creation_failed',
  suspend: 'suspension_failed',
  resume: 'resumption_failed',
  delete: 'deletion_failed',
  undo: 'deletion_failed',
  repair: 'resumption_failed',
  move: 'move_failed',
  move_back: 'move_failed',
};
