import { clientApi } from '#contract/routes/client.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';

/** The link from the list to the import. */
export function ImportLink() {
  return (
    <WriteLink to="/admin-panel/clients/import" needs={clientApi.importClients} label="clients.import.go" />
  );
}
