import * as z from 'zod';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { tag, tagChanges, tagInput, tagList } from '../../entities/tag.ts';
import { id } from '../../kernel/primitives.ts';
import { route, staff } from '../../http/route.ts';

const byId = z.strictObject({ id });

/** Tags, which clients have any number of (GROWTH section 19): prefix `admin/tags`. */
export const tagApi = {
  tags: route({
    method: 'GET',
    path: '/admin/tags',
    access: staff('clients.read'),
    summary: 'Tags, with how many clients have each',
    list: tagList,
    answer: listOf(tag),
  }),
  createTag: route({
    method: 'POST',
    path: '/admin/tags',
    access: staff('clients.write'),
    summary: 'Make a tag; names differ by more than case',
    body: tagInput,
    answer: dataOf(tag),
    status: 201,
  }),
  changeTag: route({
    method: 'PUT',
    path: '/admin/tags/:id',
    access: staff('clients.write'),
    summary: 'Rename or recolour a tag',
    params: byId,
    body: tagChanges,
    answer: dataOf(tag),
    errors: ['stale'],
  }),
  deleteTag: route({
    method: 'DELETE',
    path: '/admin/tags/:id',
    access: staff('clients.write'),
    summary: 'Delete a tag, and take it off everything that has it',
    params: byId,
    answer: done,
  }),
};
