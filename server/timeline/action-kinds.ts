import type { TimelineKind } from '#contract/clients/timeline.ts';
import { auditActions } from '#contract/kernel/audit.ts';

/** The parts of a timeline that are read from the audit log. */
export type ActionKind = Exclude<TimelineKind, 'email'>;

/** These write a line of the wallet, a document or an email, which says it better. */
const toldElsewhere: readonly string[] = [
  'client.replenish',
  'client.bonus',
  'client.reverse',
  'client.refund',
  'client.proforma',
];

const ofMoney: readonly string[] = [
  'client.pay',
  'client.refund_failed',
  'client.save_card',
  'client.remove_card',
  'client.auto_top_up',
];

/** Which part of a timeline an action of the audit log belongs to; null: the timeline tells it by what it wrote. */
export function kindOfAction(action: string): ActionKind | null {
  if (toldElsewhere.includes(action)) return null;
  if (ofMoney.includes(action)) return 'money';
  if (action === 'client.document_cancelled') return 'document';
  if (action === 'client.sign_in' || action.startsWith('security.')) return 'sign_in';
  if (action.startsWith('note.')) return 'note';
  if (action.startsWith('cabinet.') || action.startsWith('backup.')) return 'cabinet';
  return 'change';
}

/** The actions of each part, for SQL; those of `change` are all others. */
export function actionsByKind(): { told: readonly string[]; kinds: [ActionKind, string[]][] } {
  const kinds = new Map<ActionKind, string[]>();
  for (const action of auditActions) {
    const kind = kindOfAction(action);
    if (kind !== null && kind !== 'change') kinds.set(kind, [...(kinds.get(kind) ?? []), action]);
  }
  return { told: toldElsewhere, kinds: [...kinds] };
}
