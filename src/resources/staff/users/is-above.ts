import { holdsAll } from '#contract/kernel/permissions.ts';
import type { User } from '#contract/entities/user.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** Whether a colleague holds a permission that the caller lacks; then the caller may not change them (API.md). */
export function useIsAbove(user: Pick<User, 'effective_permissions'> | undefined): boolean {
  const { session } = useAdmin();
  return user !== undefined && !holdsAll(session.permissions(), user.effective_permissions);
}
