import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';
import { SettingsParts } from '#web/pages/settings.tsx';

export function Component() {
  return (
    <Permitted to="settings.read">
      <SettingsParts />
      <ResourceList resource={emailResource} />
    </Permitted>
  );
}
