import { adminViewsApi as api } from '#contract/admin-views-api.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { SavedViewService } from './saved-view-service.ts';

/** `admin/views`. */
export function savedViewRoutes({ views }: { views: SavedViewService }): Implementation[] {
  return [
    onStaff(api.views, async ({ caller, query }) => ({ data: await views.list(caller, query.resource) })),
    onStaff(api.createView, async ({ caller, body }) => ({ data: await views.create(caller, body) })),
    onStaff(api.changeView, async ({ caller, params, body }) => ({
      data: await views.change(caller, params.id, body),
    })),
    onStaff(api.deleteView, async ({ caller, params }) => {
      await views.remove(caller, params.id);
      return { data: {} };
    }),
  ];
}
