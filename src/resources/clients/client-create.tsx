import { useMemo } from 'react';
import { adminClientsApi } from '#contract/admin-clients-api.ts';
import { clientInput } from '#contract/client.ts';
import { variants } from '#contract/variants.ts';
import { clientCodes, tidyClient } from '#web/resources/clients/client-fields.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { ResourceCreate } from '#web/ui/resource-form.tsx';
import { Writable } from '#web/ui/writable.tsx';

/** A client made by staff: the cabinet is made at once, the invitation sets the password. */
export function Component() {
  const { config, http } = useAdmin();
  const { variant, defaultLocale } = config;
  const schema = useMemo(() => clientInput(variant), [variant]);
  const { createClient } = useMemo(() => adminClientsApi(variant), [variant]);
  return (
    <Writable with="clients.write">
      <ResourceCreate
        resource={clientResource}
        schema={schema}
        initial={{
          type: 'individual',
          country_code: variants[variant].country,
          locale: defaultLocale,
          send_invitation: true,
        }}
        tidy={tidyClient}
        codes={clientCodes}
        send={(input) => http.call(createClient, { body: input })}
      />
    </Writable>
  );
}
