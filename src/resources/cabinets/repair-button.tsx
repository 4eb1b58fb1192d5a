import { useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CabinetFinding } from '#contract/entities/cabinet-finding.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Kinds whose repair makes or removes a database, so a question comes first. */
export const asked = ['client_without_database', 'database_without_client'] as const;

/** Repairs one cabinet and shows the result. */
export function RepairButton({ finding }: { finding: CabinetFinding }) {
  const { t } = useTranslation();
  const { auth } = useAdmin();
  const call = useCall();
  const { notification, modal } = App.useApp();
  const invalidate = useInvalidate();
  const [isRunning, setRunning] = useState(false);
  const isRetry = finding.kind.endsWith('_failed');
  const label = t(isRetry ? 'cabinets.retry' : 'cabinets.repair');

  async function repair(): Promise<void> {
    setRunning(true);
    try {
      const { data } = await call(cabinetApi.repairCabinet, { params: { id: finding.id } });
      const kinds = { repaired: 'success', under_way: 'info', failed: 'warning' } as const;
      notification[kinds[data.result]]({
        message: t(`cabinets.result.${data.result}`),
        description: data.message,
      });
    } catch (error) {
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
    } finally {
      setRunning(false);
      await invalidate({ resource: 'cabinets', invalidates: ['list'] });
    }
  }

  function ask(): void {
    const question = asked.find((kind) => kind === finding.kind);
    if (!question) return void repair();
    void modal.confirm({
      title: t(`cabinets.question.${question}.title`),
      content: (
        <>
          <p className="muted">{finding.client_name ?? finding.domain ?? finding.detail}</p>
          <p>{t(`cabinets.question.${question}.text`)}</p>
        </>
      ),
      okText: label,
      okButtonProps: { danger: finding.kind === 'database_without_client' },
      cancelText: t('actions.cancel'),
      icon: null,
      width: '30rem',
      onOk: repair,
    });
  }

  return (
    <GuardedButton needs={cabinetApi.repairCabinet} size="small" loading={isRunning} onClick={ask}>
      {label}
    </GuardedButton>
  );
}
