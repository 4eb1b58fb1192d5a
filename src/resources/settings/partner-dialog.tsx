import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type Partner, partnerInput } from '#contract/partner.ts';
import { partnerKinds } from '#contract/registration.ts';
import { type ComparedField, EditDialog } from '#web/resources/settings/edit-dialog.tsx';
import { TariffLimit, TariffNames } from '#web/resources/settings/tariff-limit.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { countField } from '#web/ui/amount.ts';
import { LimitInput } from '#web/ui/form/limit-input.tsx';

const schema = partnerInput.extend({
  free_period_days: countField.nullable().pipe(partnerInput.shape.free_period_days.unwrap()),
});

/** A bank or an alliance: new, or `partner` to change or delete. */
export default function PartnerDialog({ partner, onClose }: { partner?: Partner; onClose: () => void }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const [form] = Form.useForm<z.input<typeof schema>>();
  const compared: ComparedField<Partner>[] = [
    { name: 'name', shown: ({ name }) => name },
    { name: 'code', shown: ({ code }) => code },
    { name: 'kind', shown: ({ kind }) => t(`partners.values.kind.${kind}`) },
    { name: 'free_period_days', shown: ({ free_period_days: days }) => days ?? t('partners.generalPeriod') },
    { name: 'tariff_ids', shown: ({ tariff_ids }) => <TariffNames ids={tariff_ids} /> },
  ];
  return (
    <EditDialog
      name="partners"
      title={partner?.name ?? ''}
      row={partner}
      form={form}
      schema={schema}
      formOf={formOf}
      fields={compared.map(({ name }) => name)}
      compared={compared}
      save={(input, updated_at) =>
        partner
          ? http.call(adminSettingsApi.changePartner, {
              params: { id: partner.id },
              body: { ...input, updated_at },
            })
          : http.call(adminSettingsApi.createPartner, { body: input })
      }
      {...(partner && {
        remove: () => http.call(adminSettingsApi.deletePartner, { params: { id: partner.id } }),
      })}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('partners.fields.name')}>
        <Input autoComplete="off" />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="code" label={t('partners.fields.code')} extra={t('partners.codeHelp')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="kind" label={t('partners.fields.kind')}>
          <Select
            options={partnerKinds.map((value) => ({ value, label: t(`partners.values.kind.${value}`) }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="free_period_days" label={t('partners.fields.free_period_days')}>
        <LimitInput unlimited={t('partners.generalPeriod')} />
      </Form.Item>
      <Form.Item name="tariff_ids" label={t('partners.fields.tariff_ids')}>
        <TariffLimit />
      </Form.Item>
    </EditDialog>
  );
}

function formOf(partner: Partner | undefined): z.input<typeof schema> {
  const days = partner?.free_period_days ?? null;
  return {
    name: partner?.name ?? '',
    code: partner?.code ?? '',
    kind: partner?.kind ?? 'bank',
    free_period_days: days === null ? null : String(days),
    tariff_ids: partner?.tariff_ids ?? null,
  };
}
