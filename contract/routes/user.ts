import * as z from 'zod';
import { dataOf, done, listOf } from '../http/answers.ts';
import { mailSent } from '../accounts/auth.ts';
import { permissions } from '../kernel/permissions.ts';
import { id } from '../kernel/primitives.ts';
import { route, staff } from '../http/route.ts';
import { user, userChanges, userInput, userList } from '../entities/user.ts';

const byId = z.strictObject({ id });

/** Staff as staff see and change them: prefix `admin/users` (API.md). */
export const userApi = {
  users: route({
    method: 'GET',
    path: '/admin/users',
    access: staff('users.read'),
    summary: 'Staff',
    list: userList,
    answer: listOf(user),
  }),
  user: route({
    method: 'GET',
    path: '/admin/users/:id',
    access: staff('users.read'),
    summary: 'One member of staff',
    params: byId,
    answer: dataOf(user),
  }),
  permissions: route({
    method: 'GET',
    path: '/admin/permissions',
    access: staff('users.read'),
    summary: 'All permissions for staff',
    answer: dataOf(z.array(z.object({ key: z.enum(permissions), group: z.string(), title: z.string() }))),
  }),
  createUser: route({
    method: 'POST',
    path: '/admin/users',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Invite a member of staff by email',
    body: userInput,
    answer: dataOf(user),
    status: 201,
    errors: ['above_own_permissions'],
  }),
  changeUser: route({
    method: 'PUT',
    path: '/admin/users/:id',
    access: staff('users.write'),
    sensitive: true,
    summary:
      'Change address, name or permissions; somebody who has not joined is invited again at a new address',
    params: byId,
    body: userChanges,
    answer: dataOf(user),
    errors: ['above_own_permissions', 'deleted', 'stale', 'last_keeper'],
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Delete softly; ends the sessions, voids the links',
    params: byId,
    answer: done,
    errors: ['above_own_permissions', 'deleted', 'last_keeper'],
  }),
  restoreUser: route({
    method: 'POST',
    path: '/admin/users/:id/restore',
    access: staff('users.write'),
    sensitive: true,
    summary: 'Undo a deletion; the person signs in again, or is invited again if they have never joined',
    params: byId,
    answer: dataOf(user),
    errors: ['above_own_permissions', 'not_deleted', 'email_taken'],
  }),
  inviteUserAgain: route({
    method: 'POST',
    path: '/admin/users/:id/invitation',
    access: staff('users.write'),
    summary: 'Send the invitation again with a new link; once per interval',
    params: byId,
    answer: mailSent,
    errors: ['above_own_permissions', 'deleted', 'already_confirmed', 'sent_recently'],
  }),
  endUserSessions: route({
    method: 'DELETE',
    path: '/admin/users/:id/sessions',
    access: staff('users.write'),
    summary: "End every session of a member of staff; of one's own, all but this one",
    params: byId,
    answer: done,
    errors: ['above_own_permissions'],
  }),
};
