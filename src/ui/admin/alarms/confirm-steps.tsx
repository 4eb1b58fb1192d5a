import { useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarms } from '#contract/accounts/alarm.ts';
import { alarmApi } from '#contract/routes/panel/alarm.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

export const alarmsKey = ['alarms'];
type Waiting = NonNullable<Alarms['waiting']>;
const kinds = ['blocks', 'deletions'] as const;

/** Says what an approval will do, and approves exactly what is shown. */
export function ConfirmSteps({ waiting, onClose }: { waiting: Waiting; onClose: () => void }) {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  const { notification } = App.useApp();
  const cache = useQueryClient();
  const { day: dayText, number } = useFormats();
  const [isSending, setSending] = useState(false);
  const offered = kinds.filter((kind) => waiting[kind] > 0);
  const [chosen, setChosen] = useState<readonly (typeof kinds)[number][]>([]);

  async function confirm(): Promise<void> {
    setSending(true);
    const numberOf = (kind: (typeof kinds)[number]) => (chosen.includes(kind) ? waiting[kind] : 0);
    const body = { day: waiting.day, blocks: numberOf('blocks'), deletions: numberOf('deletions') };
    try {
      await http.call(alarmApi.confirmSteps, { body });
      notification.success({ message: t('alarms.dialog.done') });
    } catch (error) {
      await auth.onError(error);
      const isStale = error instanceof HttpError && error.code === 'stale';
      notification.error({
        message: t('errors.title'),
        description: isStale ? t('alarms.dialog.stale') : errorText(error),
      });
    }
    setSending(false);
    onClose();
    await cache.invalidateQueries({ queryKey: alarmsKey });
  }

  return (
    <Modal
      open
      title={t('alarms.dialog.title')}
      okText={t('alarms.dialog.go')}
      okButtonProps={{ danger: true, disabled: chosen.length === 0 }}
      cancelText={t('actions.cancel')}
      confirmLoading={isSending}
      onOk={() => void confirm()}
      onCancel={onClose}
      width="32.5rem"
    >
      <p>{t('alarms.dialog.text', { day: dayText(waiting.day) })}</p>
      {offered.map((kind) => (
        <p key={kind}>
          <Checkbox
            checked={chosen.includes(kind)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
            }
          >
            {t(`alarms.dialog.${kind}`, { count: waiting[kind], shown: number(waiting[kind]) })}
          </Checkbox>
        </p>
      ))}
    </Modal>
  );
}
