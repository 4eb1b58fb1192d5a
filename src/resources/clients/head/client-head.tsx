import type { ClientDetails } from '#contract/clients/client-details.ts';
import { ClientStanding, useClientName } from '#web/resources/clients/client-cells.tsx';
import { ClientActions, DeletedClientActions } from '#web/resources/clients/client-actions.tsx';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import { Day } from '#web/ui/admin/kit/moment.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { ClientState } from '#web/ui/admin/kit/state-tag.tsx';
import { ClientFacts } from './client-facts.tsx';
import './client-head.css';

/**
 * What answers a call: who it is, how they stand, and what can be done. It stays in sight, and each line has one place,
 * whatever state the client is in.
 */
export function ClientHead({ client }: { client: ClientDetails }) {
  return (
    <div className="client-head">
      <header className="client-head-line">
        <PageHeading title={useClientName()(client)} />
        <Standing client={client} />
      </header>
      <div className="show-actions client-head-acts">
        {client.deleted_at === null ? (
          <ClientActions client={client} />
        ) : (
          <DeletedClientActions client={client} />
        )}
      </div>
      <ClientFacts client={client} />
    </div>
  );
}

function Standing({ client }: { client: ClientDetails }) {
  if (client.erased_at !== null) return <ClientStanding client={client} />;
  if (client.deleted_at === null) return <ClientState status={client.status} />;
  return (
    <span>
      <DeletedWord /> <Day iso={client.deleted_at} />
    </span>
  );
}
