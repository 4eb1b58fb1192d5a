import type { Permission } from '#contract/kernel/permissions.ts';

/** Permissions in groups, in order; `read_only` is a restriction and stands alone. */
export function groupsOf(names: readonly Permission[]): { group: string; names: Permission[] }[] {
  const groups = new Map<string, Permission[]>();
  for (const name of names) {
    const group = name === 'read_only' ? 'restriction' : (name.split('.', 1)[0] ?? name);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([group, members]) => ({ group, names: members }));
}
