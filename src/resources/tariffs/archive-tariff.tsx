import { useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { adminTariffsApi } from '#contract/admin-tariffs-api.ts';
import type { Tariff } from '#contract/tariff.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';

/** Takes a tariff out of what new clients get, or offers it again; asks first. */
export function ArchiveTariff({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const { config, http, auth } = useAdmin();
  const { modal, notification } = App.useApp();
  const invalidate = useInvalidate();
  const isArchived = tariff.archived_at !== null;
  const act = isArchived ? 'unarchive' : 'archive';

  async function change(): Promise<void> {
    const { changeTariff } = adminTariffsApi(config.variant);
    const body = { archived: !isArchived, updated_at: tariff.updated_at };
    try {
      await http.call(changeTariff, { params: { id: tariff.id }, body });
      notification.success({ message: t(`tariffs.${act}.done`, { name: tariff.name }) });
    } catch (error) {
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
    }
    await invalidate({ resource: 'tariffs', invalidates: ['list', 'many'] });
    await invalidate({ resource: 'tariffs', id: tariff.id, invalidates: ['detail'] });
  }

  return (
    <GuardedButton
      needs="tariffs.write"
      onClick={() =>
        void modal.confirm({
          title: t(`tariffs.${act}.title`, { name: tariff.name }),
          content: t(`tariffs.${act}.text`),
          okText: t(`tariffs.${act}.go`),
          cancelText: t('actions.cancel'),
          icon: null,
          onOk: change,
        })
      }
    >
      {t(`tariffs.${act}.go`)}
    </GuardedButton>
  );
}
