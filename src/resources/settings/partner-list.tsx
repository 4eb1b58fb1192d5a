import { SettingsParts } from '#web/pages/settings.tsx';
import { NewButton } from '#web/resources/settings/new-button.tsx';
import PartnerDialog from '#web/resources/settings/partner-dialog.tsx';
import { partnerResource } from '#web/resources/settings/partner-resource.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';

export function Component() {
  return (
    <Permitted to="settings.read">
      <SettingsParts />
      <ResourceList
        resource={partnerResource}
        actions={<NewButton name="partners" dialog={(close) => <PartnerDialog onClose={close} />} />}
      />
    </Permitted>
  );
}
