import * as z from 'zod';
import { dataOf, listOf } from '../http/answers.ts';
import { id } from '../primitives.ts';
import { route, staff } from '../http/route.ts';
import { settingInput, settingResetQuery } from '../company/settings.ts';
import { setting, settingList } from '../entities/setting.ts';

const byId = z.strictObject({ id });

/** The general settings: prefix `admin/settings`. */
export const settingApi = {
  settings: route({
    method: 'GET',
    path: '/admin/settings',
    access: staff('settings.read'),
    summary: 'Every general setting with its default',
    list: settingList,
    answer: listOf(setting),
  }),
  saveSetting: route({
    method: 'POST',
    path: '/admin/settings',
    access: staff('settings.write'),
    summary: 'Set a key; `read_only` false is accepted during maintenance too',
    body: settingInput,
    answer: dataOf(setting),
    status: 201,
    errors: ['stale'],
  }),
  resetSetting: route({
    method: 'DELETE',
    path: '/admin/settings/:id',
    access: staff('settings.write'),
    summary: 'Return a key to its default; of `read_only` during maintenance too',
    params: byId,
    query: settingResetQuery,
    answer: dataOf(setting),
    errors: ['stale'],
  }),
};
