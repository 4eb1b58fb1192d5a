import { isReadOnly, type Permission, withImplied } from '#contract/kernel/permissions.ts';

/**
 * The rights that somebody loses when permissions change from `held` to `left`; `read_only` when everything becomes
 * view-only.
 */
export function lostRights(held: readonly Permission[], left: readonly Permission[]): Permission[] {
  const kept = withImplied(left);
  const lost = withImplied(held).filter((name) => name !== 'read_only' && !kept.includes(name));
  return isReadOnly(left) && !isReadOnly(held) ? [...lost, 'read_only'] : lost;
}
