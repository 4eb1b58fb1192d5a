import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { CreateButton } from '#web/ui/create-button.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';

export function Component() {
  return (
    <Permitted to="tariffs.read">
      <ResourceList resource={tariffResource} actions={<CreateButton resource={tariffResource} />} />
    </Permitted>
  );
}
