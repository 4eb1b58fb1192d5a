import { clientList } from '#contract/entities/client.ts';
import type { BulkNoun } from '#server/bulk/bulk-act.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { clientListing } from '#server/clients/read-client.ts';
import { clientActs } from './client-acts.ts';
import { clientNames, lockClientStates } from './client-bulk-store.ts';

/** Clients as rows that can be acted on together. */
export function clientBulk(deps: ClientDeps): BulkNoun {
  return {
    name: 'clients',
    spec: clientList,
    source: clientListing(deps).source,
    names: clientNames,
    statesOf: lockClientStates,
    acts: clientActs(deps),
  };
}
