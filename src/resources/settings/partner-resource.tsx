import { lazy } from 'react';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type Partner, partnerList } from '#contract/partner.ts';
import { TitleButton } from '#web/resources/settings/title-button.tsx';
import { draftNameOf } from '#web/ui/form/kept-draft.ts';
import { defineResource } from '#web/ui/define-resource.ts';

// A form weighs more than the lists, which know every resource.
const PartnerDialog = lazy(() => import('#web/resources/settings/partner-dialog.tsx'));

/** Banks and alliances that customers register through. */
export const partnerResource = defineResource<Partner>({
  name: 'partners',
  path: 'settings/partners',
  spec: partnerList,
  routes: { list: adminSettingsApi.partners, one: adminSettingsApi.partner },
  permissions: { read: 'settings.read', write: 'settings.write' },
  columns: [
    {
      field: 'name',
      shown: true,
      cell: (partner) => (
        <TitleButton
          text={partner.name}
          draft={draftNameOf('partners', partner)}
          dialog={(close) => <PartnerDialog partner={partner} onClose={close} />}
        />
      ),
    },
    { field: 'code', shown: true },
    { field: 'kind', shown: true },
    { field: 'free_period_days', shown: true },
    { field: 'clients_count', shown: true },
    { field: 'created_at', shown: true },
    { field: 'updated_at' },
  ],
  filters: [{ field: 'name' }, { field: 'code' }, { field: 'kind' }, { field: 'clients_count' }],
});
