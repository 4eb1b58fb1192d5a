import { partnerEntity, partnerInput } from '#contract/entities/partner.ts';
import { TariffLimit, TariffNames } from '#web/resources/settings/tariff-limit.tsx';
import type { FormDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { formFieldsOf } from '#web/ui/admin/resource/entity-fields.ts';

/** A bank or an alliance. */
const form: FormDeclaration = {
  schema: partnerInput,
  initial: { kind: 'bank' },
  fields: formFieldsOf(partnerEntity, {
    first: ['name', 'code', 'kind'],
    controls: {
      free_period_days: { kind: 'limit', of: 'number', unlimited: 'partners.generalPeriod' },
      tariff_ids: { control: TariffLimit, nullIsChoice: true, shown: (ids) => <TariffNames of={ids} /> },
    },
  }),
};

export function usePartnerForm(): FormDeclaration {
  return form;
}
