import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

/** Takes a tariff out of what new clients get, or offers it again; asks first. */
export function ArchiveTariff({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const { update } = useRowWrites('tariffs');
  const { modal } = App.useApp();
  const { act, isRunning } = useRowAction('tariffs', tariff.id);
  const isArchived = tariff.archived_at !== null;
  const change = isArchived ? 'unarchive' : 'archive';

  async function send(): Promise<string> {
    await update(tariff.id, { archived: !isArchived, updated_at: tariff.updated_at });
    return t(`tariffs.${change}.done`, { name: tariff.name });
  }

  return (
    <GuardedButton
      needs={tariffApi.changeTariff}
      loading={isRunning}
      onClick={() =>
        void modal.confirm({
          title: t(`tariffs.${change}.title`, { name: tariff.name }),
          content: t(`tariffs.${change}.text`),
          okText: t(`tariffs.${change}.go`),
          cancelText: t('actions.cancel'),
          icon: null,
          onOk: () => act({ send }),
        })
      }
    >
      {t(`tariffs.${change}.go`)}
    </GuardedButton>
  );
}
