import { SettingsParts } from '#web/pages/settings.tsx';
import { NewButton } from '#web/resources/settings/new-button.tsx';
import OfferDialog from '#web/resources/settings/offer-dialog.tsx';
import { offerResource } from '#web/resources/settings/offer-resource.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';

export function Component() {
  return (
    <Permitted to="settings.read">
      <SettingsParts />
      <ResourceList
        resource={offerResource}
        actions={<NewButton name="offer" dialog={(close) => <OfferDialog onClose={close} />} />}
      />
    </Permitted>
  );
}
