import { adminSettingsApi as api } from '#contract/admin-settings-api.ts';
import { settingInput } from '#contract/settings.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { keyOf, type SettingsAdminService } from './settings-admin-service.ts';

interface SettingsRouteDeps {
  settingsAdmin: SettingsAdminService;
  lists: ListDeps;
}

/** `admin/settings` (API.md). Two of its calls end maintenance. */
export function settingsRoutes({ settingsAdmin, lists }: SettingsRouteDeps): Implementation[] {
  return [
    onList(api.settings, settingsAdmin.listing, lists),
    {
      ...onStaff(api.saveSetting, async ({ caller, body }) => ({
        data: await settingsAdmin.save(caller, body),
      })),
      endsMaintenance: ({ rawBody }) => {
        const read = settingInput.safeParse(rawBody);
        return read.success && read.data.key === 'read_only' && !read.data.value;
      },
    },
    {
      ...onStaff(api.resetSetting, async ({ caller, params, query }) => ({
        data: await settingsAdmin.reset(caller, params.id, query.updated_at),
      })),
      // Its route's own schema read the id.
      endsMaintenance: ({ params }) => keyOf((params as { id: string }).id) === 'read_only',
    },
  ];
}
