import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { adminTariffsApi } from '#contract/admin-tariffs-api.ts';
import type { Tariff } from '#contract/tariff.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';
import { useAct } from '#web/ui/use-act.tsx';

/** Takes a tariff out of what new clients get, or offers it again; asks first. */
export function ArchiveTariff({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const { config, http } = useAdmin();
  const { modal } = App.useApp();
  const { act, isRunning } = useAct('tariffs', tariff.id);
  const isArchived = tariff.archived_at !== null;
  const change = isArchived ? 'unarchive' : 'archive';

  async function send(): Promise<string> {
    const { changeTariff } = adminTariffsApi(config.variant);
    const body = { archived: !isArchived, updated_at: tariff.updated_at };
    await http.call(changeTariff, { params: { id: tariff.id }, body });
    return t(`tariffs.${change}.done`, { name: tariff.name });
  }

  return (
    <GuardedButton
      needs="tariffs.write"
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
