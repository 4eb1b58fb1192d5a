import { SettingsParts } from '#web/pages/settings.tsx';
import { NewButton } from '#web/resources/settings/new-button.tsx';
import PromoCodeDialog from '#web/resources/settings/promo-code-dialog.tsx';
import { promoCodeResource } from '#web/resources/settings/promo-code-resource.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceList } from '#web/ui/resource-list.tsx';

export function Component() {
  return (
    <Permitted to="settings.read">
      <SettingsParts />
      <ResourceList
        resource={promoCodeResource}
        actions={<NewButton name="promo_codes" dialog={(close) => <PromoCodeDialog onClose={close} />} />}
      />
    </Permitted>
  );
}
