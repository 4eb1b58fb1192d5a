import { loginLockApi as api } from '#contract/routes/accounts/login-lock.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { endLoginLock, loginLockListing } from './end-login-lock.ts';

/** `admin/login-locks` (GROWTH section 15, "Logins"). */
export function loginLockRoutes({ lists }: { lists: ListDeps }): Implementation[] {
  return [
    onList(api.loginLocks, loginLockListing(lists.db), lists),
    onStaff(api.endLoginLock, async ({ caller, params }) => {
      await endLoginLock(lists.db, caller, params.id);
      return { data: {} };
    }),
  ];
}
