import { useCan } from '@refinedev/core';
import { type ComponentType, useContext } from 'react';
import { opensScreen } from '#web/providers/access-control-provider.ts';
import { PlacesContext, useAccessPlace } from '#web/ui/admin/resource/admin-context.ts';
import { needsOf } from '#web/ui/admin/resource/places.ts';
import type { Screen } from '#web/ui/admin/resource/define-resource.ts';
import { Denied } from '#web/ui/admin/kit/page/denied.tsx';

/** A screen for people who may open it, by refine's access control; others see the reason why not. */
export function guarded(load: Screen, of: { resource: string; action: string }): Screen {
  return async () => {
    const { Component: Shown } = await load();
    return { Component: () => <Guard {...of} shown={Shown} /> };
  };
}

function Guard({
  resource,
  action,
  shown: Shown,
}: {
  resource: string;
  action: string;
  shown: ComponentType;
}) {
  const place = useAccessPlace();
  const { places } = useContext(PlacesContext);
  const needs = needsOf(places)(resource, action);
  const mayOpen = needs !== undefined && opensScreen(place, needs);
  const { data } = useCan({
    resource,
    action,
    // Asked again when the person's rights change; typed text stays on the screen meanwhile.
    params: { place },
    // refine answers later, by the same rule: until then a screen that opens is there, not an empty page.
    queryOptions: { placeholderData: (before) => before ?? (mayOpen ? { can: true } : undefined) },
  });
  if (!data) return null;
  return data.can ? <Shown /> : <Denied text={data.reason} />;
}
