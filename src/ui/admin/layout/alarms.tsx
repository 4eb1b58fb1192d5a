import { useGetIdentity } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarms } from '#contract/panel/alarm.ts';
import { alarmApi } from '#contract/routes/panel/alarm.ts';
import { alarmsKey, ConfirmSteps } from './confirm-steps.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';

/** Warnings that all staff must see at once: a wrong clock, and blocks and deletions that wait for approval. */
export function AlarmBanners() {
  const { t } = useTranslation();
  const { http, session } = useAdmin();
  const { number } = useFormats();
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
  usePolling(refetch, isReady && 60_000);
  if (!data) return null;
  const { clocks, waiting } = data.data;
  return (
    <>
      {clocks.map(({ host, roles, offset_seconds }) => (
        <p key={`${host} ${roles.join()}`} className="alarm-banner" role="alert">
          {t('alarms.clock', {
            host,
            roles: roles.join(', '),
            seconds: number(Math.abs(offset_seconds)),
          })}
        </p>
      ))}
      {waiting && <WaitingBanner waiting={waiting} />}
    </>
  );
}

function WaitingBanner({ waiting }: { waiting: NonNullable<Alarms['waiting']> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { moment } = useFormats();
  const { blocks, deletions, deletions_until: until } = waiting;
  const [one = '', other] = [
    ...(blocks > 0 ? [t('alarms.blocks', { count: blocks })] : []),
    ...(deletions > 0 ? [t('alarms.deletions', { count: deletions })] : []),
  ];
  const what = other === undefined ? one : t('alarms.both', { one, other });
  return (
    <div className="alarm-banner" role="alert">
      <p>
        {until === null
          ? t('alarms.waits', { what })
          : t('alarms.waitsAfterSilence', { what, until: moment(until) })}
      </p>
      <GuardedButton needs={alarmApi.confirmSteps} onClick={() => setOpen(true)}>
        {t('alarms.look')}
      </GuardedButton>
      {isOpen && <ConfirmSteps waiting={waiting} onClose={() => setOpen(false)} />}
    </div>
  );
}
