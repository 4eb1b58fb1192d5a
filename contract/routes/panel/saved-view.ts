import * as z from 'zod';
import { dataOf, done } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import {
  savedView,
  savedViewChanges,
  savedViewInput,
  savedViewParams,
  savedViewQuery,
} from '../../entities/saved-view.ts';

const own = staff(null, { readOnlyMay: true });

/** Saved views of lists: one's own and those shared with the team. */
export const savedViewApi = {
  views: route({
    method: 'GET',
    path: '/admin/views',
    access: own,
    summary: 'Built-in views, then one’s own and the shared ones by name, for lists that the caller may see',
    query: savedViewQuery,
    answer: dataOf(z.array(savedView)),
  }),
  createView: route({
    method: 'POST',
    path: '/admin/views',
    access: own,
    summary: 'Save a view of a list; people with read-only access cannot share one',
    body: savedViewInput,
    answer: dataOf(savedView),
    status: 201,
  }),
  changeView: route({
    method: 'PUT',
    path: '/admin/views/:id',
    access: own,
    summary:
      'Change one’s own view; a shared one with `users.write` too. Anybody who sees it may be emailed it: `mail`',
    params: savedViewParams,
    body: savedViewChanges,
    answer: dataOf(savedView),
    errors: ['stale'],
  }),
  deleteView: route({
    method: 'DELETE',
    path: '/admin/views/:id',
    access: own,
    summary: 'Delete one’s own view; a shared one with `users.write` too',
    params: savedViewParams,
    answer: done,
  }),
};
