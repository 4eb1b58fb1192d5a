import { settingApi as api } from '#contract/routes/setting.ts';
import { settingInput } from '#contract/company/settings.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { type ChangeSettingDeps, resetSetting, saveSetting } from './change-setting.ts';
import { keyOf, settingListing } from './read-settings.ts';

/** `admin/settings` (API.md). Two of its calls can end maintenance. */
export function settingsRoutes(deps: ChangeSettingDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.settings, settingListing(deps), deps.lists),
    {
      ...onStaff(api.saveSetting, async ({ caller, body }) => ({
        data: await saveSetting(deps, caller, body),
      })),
      endsMaintenance: ({ rawBody }) => {
        const read = settingInput.safeParse(rawBody);
        return read.success && read.data.key === 'read_only' && !read.data.value;
      },
    },
    {
      ...onStaff(api.resetSetting, async ({ caller, params, query }) => ({
        data: await resetSetting(deps, caller, params.id, query.updated_at),
      })),
      // The route's own schema checked the id.
      endsMaintenance: ({ params }) => keyOf((params as { id: string }).id) === 'read_only',
    },
  ];
}
