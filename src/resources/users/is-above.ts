import { holdsAll } from '#contract/permissions.ts';
import type { User } from '#contract/entities/user.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** Whether a member of staff holds what one lacks oneself: then nothing of theirs may be changed (API.md). */
export function useIsAbove(user: Pick<User, 'permissions'> | undefined): boolean {
  const { session } = useAdmin();
  return user !== undefined && !holdsAll(session.permissions(), user.permissions);
}
