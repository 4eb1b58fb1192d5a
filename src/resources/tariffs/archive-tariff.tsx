import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

/** Takes a tariff out of what new clients get, or offers it again; asks first. */
export function ArchiveTariff({ tariff: { id, name, archived_at, updated_at } }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const { update } = useRowWrites('tariffs');
  const isArchived = archived_at !== null;
  const back = isArchived ? 'tariffs.archive.done' : 'tariffs.unarchive.done';
  return (
    <ActionButton
      resource="tariffs"
      id={id}
      needs={tariffApi.changeTariff}
      texts={isArchived ? 'tariffs.unarchive' : 'tariffs.archive'}
      words={{ name }}
      send={() => update(id, { archived: !isArchived, updated_at })}
      undo={{ send: () => update(id, { archived: isArchived }), done: t(back, { name }) }}
    />
  );
}
