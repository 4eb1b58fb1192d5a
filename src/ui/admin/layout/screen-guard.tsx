import { useCan } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useAccessPlace } from '#web/ui/admin/resource/admin-context.ts';
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
  const { data } = useCan({
    resource,
    action,
    // Asked again when the person's rights change; typed text stays on the screen meanwhile.
    params: { place },
    queryOptions: { placeholderData: keepPreviousData },
  });
  if (!data) return null;
  return data.can ? <Shown /> : <Denied text={data.reason} />;
}
