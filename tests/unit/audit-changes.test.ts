import { expect, it } from 'vitest';
import { auditChanges } from '#server/audit-log/audit-changes.ts';

it('tells only what differs, moments as text and nothing as null', () => {
  const before = { name: 'Anna', tags: ['a', 'b'], left: new Date('2026-01-01T00:00:00Z'), gone: undefined };
  const after = { name: 'Olena', tags: ['a', 'b'], left: null, gone: null };
  expect(auditChanges(before, after)).toEqual([
    { field: 'name', before: 'Anna', after: 'Olena' },
    { field: 'left', before: '2026-01-01T00:00:00.000Z', after: null },
  ]);
});

it('tells of a new row what it has', () => {
  expect(auditChanges({}, { name: 'Anna', note: null })).toEqual([
    { field: 'name', before: null, after: 'Anna' },
  ]);
});
