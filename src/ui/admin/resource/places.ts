import type { Guarded } from '#web/providers/access-control-provider.ts';
import {
  actionsOf,
  type AnyResource,
  createPath,
  listPath,
  type Page,
  routeOfScreen,
} from './define-resource.ts';
import { declaredKey, type TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** A place in the panel: a resource with all its screens, or a page. */
export type Place = { resource: AnyResource } | { page: Page };

/** A link in the tabs, the settings or the palette: a place, or an action to begin. */
export interface Destination {
  name: string;
  /** A key of the texts. */
  label: TextKey;
  to: string;
  needs: readonly Guarded[];
  isAction: boolean;
}

/** All links in the declared order; the actions of a place come after it. */
export function destinationsOf(places: readonly Place[]): Destination[] {
  return places.flatMap((place) => {
    // An address with a part to fill in is no place to go to by itself.
    if ('page' in place) return place.page.path.includes(':') ? [] : [pageDestination(place.page)];
    const { resource } = place;
    const list = {
      name: resource.name,
      label: titleOf(resource),
      to: listPath(resource),
      needs: [resource.routes.list],
      isAction: false,
    };
    const made = actionsOf(resource).includes('create') && {
      name: `new-${resource.name}`,
      label: resource.newLabel ?? declaredKey(`${resource.name}.new`),
      to: createPath(resource),
      needs: [routeOfScreen(resource, 'create')],
      isAction: true,
    };
    return [list, ...(made ? [made] : []), ...(resource.pages ?? []).map(pageDestination)];
  });
}

function pageDestination({ name, title, path, needs, isAction = false }: Page): Destination {
  return { name, label: title, to: panelPath(path), needs, isAction };
}

/** The routes that open a screen; undefined where there is no such screen. */
export function needsOf(
  places: readonly Place[],
): (name: string, action: string) => readonly Guarded[] | undefined {
  const known = new Map<string, readonly Guarded[]>();
  for (const place of places) {
    if ('page' in place) known.set(`${place.page.name} show`, place.page.needs);
    else {
      const { resource } = place;
      for (const action of actionsOf(resource)) {
        known.set(`${resource.name} ${action}`, [routeOfScreen(resource, action)]);
      }
      for (const page of resource.pages ?? []) known.set(`${page.name} show`, page.needs);
    }
  }
  return (name, action) => known.get(`${name} ${action}`);
}

/** The key of a resource's title. */
export function titleOf({ name, title }: Pick<AnyResource, 'name' | 'title'>): TextKey {
  return title ?? declaredKey(`${name}.title`);
}

/** `/admin-panel/…` */
export function panelPath(path: string): string {
  return path === '' ? '/admin-panel' : `/admin-panel/${path}`;
}
