import { useTranslation } from 'react-i18next';
import { type Partner, partnerList } from '#contract/entities/partner.ts';
import { partnerApi } from '#contract/routes/partner.ts';
import { ClientsFound } from '#web/ui/admin/show/clients-found.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Banks and alliances that customers register through. */
export const partnerResource = defineResource<Partner>({
  name: 'partners',
  path: 'settings/partners',
  spec: partnerList,
  title: 'settings.partners.title',
  routes: {
    list: partnerApi.partners,
    one: partnerApi.partner,
    create: partnerApi.createPartner,
    update: partnerApi.changePartner,
    remove: partnerApi.deletePartner,
  },
  form: { in: 'dialog', load: async () => (await import('./partner-form.tsx')).usePartnerForm },
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    { field: 'code', shown: true },
    { field: 'kind', shown: true },
    {
      field: 'free_period_days',
      shown: true,
      cell: ({ free_period_days }) => (free_period_days === null ? <GeneralPeriod /> : undefined),
    },
    {
      field: 'clients_count',
      shown: true,
      cell: ({ id, clients_count: count }) => (
        <ClientsFound count={count} filter={{ field: 'partner_id', op: 'in', value: [id] }} />
      ),
    },
    { field: 'created_at', shown: true },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'name' }, { field: 'code' }, { field: 'kind', often: true }, { field: 'clients_count' }],
});

function GeneralPeriod() {
  const { t } = useTranslation();
  return <span className="muted">{t('partners.generalPeriod')}</span>;
}
