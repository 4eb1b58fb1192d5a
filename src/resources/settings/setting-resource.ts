import { settingApi } from '#contract/routes/setting.ts';
import { type Setting, settingList } from '#contract/entities/setting.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** The general settings, which are rows in the API; their page is written by hand (`general.tsx`). */
export const settingResource = defineResource<Setting>({
  name: 'settings',
  path: 'settings/general',
  spec: settingList,
  routes: { list: settingApi.settings, create: settingApi.saveSetting },
  columns: [],
  filters: [],
});
