import { useGetIdentity } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { alarmApi } from '#contract/routes/panel/alarm.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import { alarmsKey } from './confirm-steps.tsx';

/** What is wrong now, as far as this person may know about it; asked for once a minute, by the banners alone. */
export function useAlarms({ polls = false } = {}) {
  const { http, session } = useAdmin();
  // Only then is it known whether a second factor must be set up first.
  const { data: account } = useGetIdentity();
  const isTwoFactorMissing = useSyncExternalStore(session.subscribe, session.isTwoFactorMissing);
  const isReady = account !== undefined && !isTwoFactorMissing;
  const { data, refetch } = useQuery({
    queryKey: alarmsKey,
    queryFn: ({ signal }) => http.call(alarmApi.alarms, { signal }),
    enabled: isReady,
    retry: false,
  });
  usePolling(refetch, isReady && polls && 60_000);
  return { alarms: data?.data, refetch };
}
