import * as z from 'zod';
import { apiKey, apiKeyInput, apiKeyList, apiKeyWithToken } from '../../accounts/api-key.ts';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { id } from '../../kernel/primitives.ts';

/** Keys for programs that call the routes of staff: prefix `admin/api-keys` (GROWTH section 18). */
export const apiKeyApi = {
  apiKeys: route({
    method: 'GET',
    path: '/admin/api-keys',
    access: staff('keys.write'),
    summary: 'Keys for programs, with who made each and when it was last used',
    list: apiKeyList,
    answer: listOf(apiKey),
  }),
  createApiKey: route({
    method: 'POST',
    path: '/admin/api-keys',
    access: staff('keys.write'),
    sensitive: true,
    summary: 'Make a key with permissions that one holds; its token is shown once, here',
    body: apiKeyInput,
    answer: dataOf(apiKeyWithToken),
    status: 201,
    errors: ['above_own_permissions'],
  }),
  // A person who stops a key in a hurry is not asked for a proof.
  deleteApiKey: route({
    method: 'DELETE',
    path: '/admin/api-keys/:id',
    access: staff('keys.write'),
    summary: 'End a key at once; nothing brings it back',
    params: z.strictObject({ id }),
    answer: done,
  }),
};
