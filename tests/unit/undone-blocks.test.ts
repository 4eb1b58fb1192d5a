import { describe, expect, it } from 'vitest';
import { suspensionEmailSeconds } from '#contract/entities/client.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import { withUndoneBlocks } from '#web/resources/clients/timeline/undone-blocks.ts';

const details: TimelineRow['details'] = {
  amount: null,
  balance_after: null,
  service: null,
  status: null,
  email_kind: null,
  error: null,
  text: null,
  device: null,
  as_client: false,
  changes: [],
  subject_type: null,
  people: [],
};
const halyna = { id: 'halyna', name: 'Halyna' };
const begun = Date.parse('2026-03-01T10:00:00.000Z');
/** A row that is `seconds` after the first one. */
const row = (verb: string, seconds: number, more: Partial<TimelineRow> = {}): TimelineRow => ({
  id: `${verb} ${seconds}`,
  at: new Date(begun + seconds * 1000).toISOString(),
  kind: 'change',
  verb,
  actor_kind: 'staff',
  person: halyna,
  title: null,
  details,
  link: null,
  ...more,
});
const reason = { field: 'block_reason', before: null, after: 'Wrong client' };
const state = { field: 'status', before: 'active', after: 'blocked' };
const block = row('client.blocked', 0, { details: { ...details, changes: [state, reason] } });
const verbs = (rows: TimelineRow[]) => withUndoneBlocks(rows).map(({ verb }) => verb);

describe('a suspension that was undone', () => {
  it('is one row at the time of the undo, with the reason that was given', () => {
    const end = row('client.unblocked', 20);
    const folded = withUndoneBlocks([row('note.create', 30), end, block, row('client.change', -5)]);
    expect(folded.map(({ verb }) => verb)).toEqual(['note.create', 'client.block_undone', 'client.change']);
    expect(folded[1]).toMatchObject({
      id: end.id,
      at: end.at,
      person: halyna,
      details: { changes: [reason] },
    });
  });

  it('takes what the system writes beside it along', () => {
    const resumed = row('client.resume', 20, { actor_kind: 'system', person: null });
    expect(verbs([resumed, row('client.unblocked', 20), block])).toEqual(['client.block_undone']);
    expect(verbs([resumed, block])).toEqual(['client.resume', 'client.blocked']);
  });

  it('is two rows when its email had gone, or when somebody else ended it', () => {
    const late = row('client.unblocked', suspensionEmailSeconds + 1);
    expect(verbs([late, block])).toEqual(['client.unblocked', 'client.blocked']);
    const other = row('client.unblocked', 20, { person: { id: 'other', name: 'Other' } });
    expect(verbs([other, block])).toEqual(['client.unblocked', 'client.blocked']);
  });

  it('is folded each time, and one that goes on is not', () => {
    const again = { ...block, ...row('client.blocked', 40) };
    expect(verbs([again, row('client.unblocked', 20), block])).toEqual([
      'client.blocked',
      'client.block_undone',
    ]);
    expect(verbs([row('client.unblocked', 50), again, row('client.unblocked', 20), block])).toEqual([
      'client.block_undone',
      'client.block_undone',
    ]);
  });
});
