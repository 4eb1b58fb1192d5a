import { userResource } from '#web/resources/users/user-resource.tsx';
import { CreateButton } from '#web/ui/create-button.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';

export function Component() {
  return (
    <Permitted to="users.read">
      <ResourceList resource={userResource} actions={<CreateButton resource={userResource} />} />
    </Permitted>
  );
}
