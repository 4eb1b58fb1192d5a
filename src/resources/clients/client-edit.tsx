import { useMemo } from 'react';
import { adminClientsApi } from '#contract/admin-clients-api.ts';
import { clientChanges } from '#contract/client.ts';
import { clientCodes, tidyClient } from '#web/resources/clients/client-fields.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { ResourceEdit } from '#web/ui/resource-form.tsx';
import { Writable } from '#web/ui/writable.tsx';

/** Every editable field of a client. */
export function Component() {
  const { config, http } = useAdmin();
  const { variant } = config;
  const schema = useMemo(() => clientChanges(variant), [variant]);
  const { changeClient } = useMemo(() => adminClientsApi(variant), [variant]);
  return (
    <Writable with="clients.write">
      <ResourceEdit
        resource={clientResource}
        schema={schema}
        tidy={tidyClient}
        codes={clientCodes}
        send={(id, input) => http.call(changeClient, { params: { id }, body: input })}
      />
    </Writable>
  );
}
