import type { ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { RetryIcon } from '#web/ui/admin/kit/icons.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Tries the failed task of a client's cabinet again, at once. */
export function RetryCabinet({
  id,
  isCreation = true,
  ...button
}: { id: string; isCreation?: boolean } & Pick<ButtonProps, 'type' | 'size'>) {
  const { t } = useTranslation();
  const call = useCall();
  const { run, isRunning } = useRowAction('clients', id);
  const retry = () =>
    run({
      send: () => call(cabinetApi.retryCabinet, { params: { id } }),
      done: t(isCreation ? 'clients.cabinet.retried' : 'clients.cabinet.triedAgain'),
    });
  return (
    <GuardedButton
      {...button}
      needs={cabinetApi.retryCabinet}
      icon={<RetryIcon />}
      loading={isRunning}
      onClick={() => void retry()}
    >
      {t(isCreation ? 'clients.cabinet.retry' : 'cabinets.retry')}
    </GuardedButton>
  );
}
