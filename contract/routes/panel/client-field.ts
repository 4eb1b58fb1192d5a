import * as z from 'zod';
import {
  clientField,
  clientFieldChanges,
  clientFieldInput,
  clientFieldList,
  shownField,
} from '../../client-fields/client-field.ts';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';

const byId = z.strictObject({ id });

/** Fields of clients that staff define (GROWTH section 19): prefix `admin/client-fields`. */
export const clientFieldApi = {
  clientFields: route({
    method: 'GET',
    path: '/admin/client-fields',
    access: staff('clients.read'),
    summary: 'Own fields of clients, with how many clients have a value of each',
    list: clientFieldList,
    answer: listOf(clientField),
  }),
  allClientFields: route({
    method: 'GET',
    path: '/admin/client-fields/all',
    access: staff('clients.read'),
    summary: 'Every own field of clients in order, as forms and lists show it',
    answer: dataOf(z.array(shownField)),
  }),
  createClientField: route({
    method: 'POST',
    path: '/admin/client-fields',
    access: staff('settings.write'),
    summary: 'Add an own field, which every client then has',
    body: clientFieldInput,
    answer: dataOf(clientField),
    status: 201,
  }),
  changeClientField: route({
    method: 'PUT',
    path: '/admin/client-fields/:id',
    access: staff('settings.write'),
    summary: 'Change an own field; key and kind only while no client has a value',
    params: byId,
    body: clientFieldChanges,
    answer: dataOf(clientField),
    errors: ['stale'],
  }),
  deleteClientField: route({
    method: 'DELETE',
    path: '/admin/client-fields/:id',
    access: staff('settings.write'),
    summary: 'Delete an own field with the values that clients have of it',
    params: byId,
    answer: done,
  }),
};
