import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { CreateButton } from '#web/ui/create-button.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { RegistrationAddress } from '#web/ui/registration-address.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';
import { WriteLink } from '#web/ui/write-link.tsx';

export function Component() {
  return (
    <Permitted to="clients.read">
      <ResourceList
        resource={clientResource}
        actions={
          <>
            <WriteLink to="/admin-panel/clients/import" needs="clients.write" label="clients.import.go" />
            <CreateButton resource={clientResource} />
          </>
        }
        whenEmpty={<RegistrationAddress />}
      />
    </Permitted>
  );
}
