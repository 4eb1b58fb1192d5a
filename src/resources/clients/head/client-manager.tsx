import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { clientApi } from '#contract/routes/client.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { useIsListed, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { ClientChoice } from './client-choice.tsx';
import { ManagerSelect } from './manager-select.tsx';

/** Who looks after a client, and a way to choose another colleague for people who may see them. */
export function ClientManager({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { manager, deleted_at } = client;
  const may = useMay()(clientApi.changeClient);
  const mayChoose = useIsListed('users') && may.allowed && deleted_at === null;
  return (
    <span className="client-tags">
      {manager?.name ?? (!mayChoose && <Nothing />)}
      {mayChoose && (
        <ClientChoice
          client={client}
          field="manager_id"
          valueOf={managerOf}
          label={t(manager === null ? 'clients.head.assign' : 'clients.head.reassign')}
        >
          {(chosen, choose) => (
            <ManagerSelect
              known={manager}
              label={t('clients.fields.manager')}
              value={chosen}
              onChange={choose}
            />
          )}
        </ClientChoice>
      )}
    </span>
  );
}

function managerOf({ manager }: Client): string | null {
  return manager?.id ?? null;
}
