import * as z from 'zod';
import { done, listOf } from '../../http/answers.ts';
import { lockPermissions, loginLock, loginLockList } from '../../entities/login-lock.ts';
import { id } from '../../kernel/primitives.ts';
import { route, staff } from '../../http/route.ts';

const access = staff(Object.values(lockPermissions));

/** Logins that are locked or slowed down, of the kinds that the caller may unlock (GROWTH section 15, "Logins"). */
export const loginLockApi = {
  loginLocks: route({
    method: 'GET',
    path: '/admin/login-locks',
    access,
    summary: 'Locked and slowed-down logins, latest first',
    list: loginLockList,
    answer: listOf(loginLock),
  }),
  endLoginLock: route({
    method: 'DELETE',
    path: '/admin/login-locks/:id',
    access,
    summary: 'End a lock and reset its failures',
    params: z.strictObject({ id }),
    answer: done,
  }),
};
