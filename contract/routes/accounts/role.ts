import * as z from 'zod';
import { role, roleChanges, roleInput, roleList } from '../../accounts/role.ts';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';

const byId = z.strictObject({ id });

/** Roles of staff: prefix `admin/roles` (GROWTH section 18). */
export const roleApi = {
  roles: route({
    method: 'GET',
    path: '/admin/roles',
    access: staff('users.read'),
    summary: 'Roles, with how many colleagues have each',
    list: roleList,
    answer: listOf(role),
  }),
  createRole: route({
    method: 'POST',
    path: '/admin/roles',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Make a role of permissions that one holds; names differ by more than case',
    body: roleInput,
    answer: dataOf(role),
    status: 201,
    errors: ['above_own_permissions'],
  }),
  changeRole: route({
    method: 'PUT',
    path: '/admin/roles/:id',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Rename a role or change its permissions; holds at the next call of everybody who has it',
    params: byId,
    body: roleChanges,
    answer: dataOf(role),
    errors: ['above_own_permissions', 'stale', 'last_keeper'],
  }),
  deleteRole: route({
    method: 'DELETE',
    path: '/admin/roles/:id',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Delete a role that no colleague has',
    params: byId,
    answer: done,
    errors: ['above_own_permissions', 'role_held'],
  }),
};
