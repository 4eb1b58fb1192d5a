import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarms } from '#contract/accounts/alarm.ts';
import { alarmApi } from '#contract/routes/panel/alarm.ts';
import { ConfirmSteps } from './confirm-steps.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useAlarms } from './use-alarms.ts';

/** Warnings that all staff must see at once: a wrong clock, and blocks and deletions that wait for approval. */
export function AlarmBanners() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { alarms } = useAlarms({ polls: true });
  if (!alarms) return null;
  const { clocks, waiting } = alarms;
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
