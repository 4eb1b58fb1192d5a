import { expect, it } from 'vitest';
import { viewedLists } from '#contract/entities/saved-view.ts';
import { resources } from '#web/resources/index.ts';
import type { AnyResource } from '#web/ui/admin/resource/define-resource.ts';

/** Too short to need them, or worked down line by line. */
const without = [
  'login_locks',
  'metrics',
  'features',
  'tags',
  'roles',
  'api_keys',
  'client_fields',
  'bank_lines',
  'bulk',
  'announcements',
  'webhooks',
];

it('each list of the panel has saved views of its own columns', () => {
  const lists = Object.values<AnyResource>(resources).filter(
    (resource) => columnsOf(resource).length > 0 && !without.includes(resource.name),
  );
  const views: Record<string, { spec: unknown }> = viewedLists;
  expect(lists.filter(({ name, spec }) => views[name]?.spec !== spec).map(({ name }) => name)).toEqual([]);
});

function columnsOf(resource: AnyResource): readonly unknown[] {
  return (resource as unknown as { columns: unknown[] }).columns; // left out of the type for its rows
}
