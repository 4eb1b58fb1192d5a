import * as z from 'zod';
import { dataOf, listOf } from '../http/answers.ts';
import { id } from '../kernel/primitives.ts';
import { route, staff } from '../http/route.ts';
import {
  type SettingKey,
  settingInput,
  settingPermission,
  settingResetQuery,
  settings,
} from '../company/settings.ts';
import { setting, settingList } from '../entities/setting.ts';

const keys = Object.keys(settings) as SettingKey[]; // keys forgets what they are
const mayChangeOne = staff([...new Set(keys.map(settingPermission))]);
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
    access: mayChangeOne,
    summary:
      'Set a key, with its own permission; `company_details` and `require_two_factor` are sensitive acts; `read_only` false is accepted during maintenance too',
    body: settingInput,
    answer: dataOf(setting),
    status: 201,
    errors: ['stale', 'reauthentication_required'],
  }),
  resetSetting: route({
    method: 'DELETE',
    path: '/admin/settings/:id',
    access: mayChangeOne,
    summary: 'Return a key to its default; of `read_only` during maintenance too',
    params: byId,
    query: settingResetQuery,
    answer: dataOf(setting),
    errors: ['stale', 'reauthentication_required'],
  }),
};

/** The route as it is for a key: who may set it. */
export function saveSettingOf(key: SettingKey) {
  return { ...settingApi.saveSetting, access: staff(settingPermission(key)) };
}
