import { isReadOnly, type Permission, withImplied } from '#contract/permissions.ts';

/** What somebody may no longer do once their rights go from `held` to `left`; `read_only` where that becomes view-only. */
export function lostRights(held: readonly Permission[], left: readonly Permission[]): Permission[] {
  const kept = withImplied(left);
  const lost = withImplied(held).filter((name) => name !== 'read_only' && !kept.includes(name));
  return isReadOnly(left) && !isReadOnly(held) ? [...lost, 'read_only'] : lost;
}
