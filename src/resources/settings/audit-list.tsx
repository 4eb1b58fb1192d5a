import { SettingsParts } from '#web/pages/settings.tsx';
import { auditResource } from '#web/resources/settings/audit-resource.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';

export function Component() {
  return (
    <Permitted to="audit.read">
      <SettingsParts />
      <ResourceList resource={auditResource} />
    </Permitted>
  );
}
