import type { ClientDetails } from '#contract/clients/client-details.ts';
import { ClientStanding } from '#web/resources/clients/client-cells.tsx';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import { Day } from '#web/ui/admin/kit/moment.tsx';
import { ClientState } from '#web/ui/admin/kit/state-tag.tsx';

/** A client's state; of a deleted one since when. */
export function Standing({ client }: { client: ClientDetails }) {
  if (client.erased_at !== null) return <ClientStanding client={client} />;
  if (client.deleted_at === null) return <ClientState status={client.status} />;
  return (
    <span>
      <DeletedWord /> <Day iso={client.deleted_at} />
    </span>
  );
}
