import type { Permission } from '#contract/permissions.ts';

/** Permissions by what they are about, in their order; `read_only` is a restriction of its own. */
export function groupsOf(names: readonly Permission[]): { group: string; names: Permission[] }[] {
  const groups = new Map<string, Permission[]>();
  for (const name of names) {
    const group = name === 'read_only' ? 'restriction' : (name.split('.', 1)[0] ?? name);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([group, members]) => ({ group, names: members }));
}
