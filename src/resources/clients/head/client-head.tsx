import { useRef } from 'react';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { useClientName } from '#web/resources/clients/client-cells.tsx';
import { ClientActions, DeletedClientActions } from '#web/resources/clients/client-actions.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { ClientFacts } from './client-facts.tsx';
import { Standing } from './client-standing.tsx';
import { ClientStrip } from './client-strip.tsx';
import './client-head.css';

/**
 * What answers a call: who it is, how they stand, and what can be done. It stays in sight, in a low window one line of
 * it, and each line has one place, whatever state the client is in.
 */
export function ClientHead({ client }: { client: ClientDetails }) {
  const head = useRef<HTMLDivElement>(null);
  return (
    <>
      <ClientStrip client={client} head={head} />
      <div className="client-head" ref={head}>
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
    </>
  );
}
