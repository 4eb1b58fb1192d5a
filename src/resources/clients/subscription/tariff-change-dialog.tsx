import { useQuery } from '@tanstack/react-query';
import { Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { billingPeriods } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { type TariffChangeInput, tariffChangeInput } from '#contract/clients/subscription.ts';
import { subscriptionApi } from '#contract/routes/subscription.ts';
import { errorText } from '#web/providers/i18n.ts';
import { TariffChoice } from '#web/resources/clients/client-controls.tsx';
import { Outcome } from './outcome.tsx';
import { useWalletAct, walletKey } from '#web/resources/clients/wallet/wallet-act.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

type Values = Required<TariffChangeInput>;

const fields = ['tariff_id', 'billing_period', 'when'] as const;

/** Another tariff or billing period, now or at the period's end, with what it does to the money before it is done. */
export function TariffChangeDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const act = useWalletAct(client.id);
  const [form] = Form.useForm<Values>();
  const initial: Values = {
    tariff_id: client.next_tariff?.id ?? client.tariff_id,
    billing_period: client.next_tariff?.billing_period ?? client.billing_period,
    when: 'period_end',
  };
  const wanted = { ...initial, ...Form.useWatch([], form) };
  return (
    <FormDialog<typeof tariffChangeInput, Values>
      title={t('clients.tariffChange.title', { name: client.name })}
      okText={t('clients.tariffChange.go')}
      form={form}
      schema={tariffChangeInput}
      initial={initial}
      fields={fields}
      onClose={onClose}
      send={async (body) => {
        await call(subscriptionApi.changeTariff, {
          params: { id: client.id },
          body,
          headers: act.headers,
        });
        onClose();
        await act.done(t('clients.tariffChange.done'));
      }}
    >
      <p className="muted">{t('clients.tariffChange.present', { tariff: client.tariff_name })}</p>
      <Form.Item name="tariff_id" label={t('clients.fields.tariff_id')}>
        <TariffChoice />
      </Form.Item>
      <Form.Item name="billing_period" label={t('clients.fields.billing_period')}>
        <Segmented
          options={billingPeriods.map((value) => ({
            value,
            label: t(`clients.values.billing_period.${value}`),
          }))}
        />
      </Form.Item>
      {client.status === 'active' ? (
        <Form.Item
          name="when"
          label={t('clients.tariffChange.when')}
          extra={t('clients.tariffChange.refundHelp')}
        >
          <Segmented
            options={(['period_end', 'now'] as const).map((value) => ({
              value,
              label: t(`clients.tariffChange.at.${value}`),
            }))}
          />
        </Form.Item>
      ) : (
        <p className="muted">{t('clients.tariffChange.atOnce')}</p>
      )}
      <Preview client={client} wanted={wanted} />
    </FormDialog>
  );
}

function Preview({ client, wanted }: { client: ClientDetails; wanted: Values }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { data, error } = useQuery({
    queryKey: [...walletKey(client.id), 'tariff', client.updated_at, wanted],
    queryFn: ({ signal }) =>
      http.call(subscriptionApi.previewTariff, {
        params: { id: client.id },
        body: wanted,
        signal,
      }),
    enabled: Boolean(wanted.tariff_id),
    retry: false,
  });
  if (error) return <Outcome refusal={errorText(error)} />;
  const preview = data?.data;
  if (!preview) return <Outcome />;
  return (
    <Outcome
      facts={{
        from: preview.from,
        refund: preview.refund,
        charge: preview.charge,
        balance_after: preview.balance_after,
        status: preview.status === client.status ? null : preview.status,
        trialEnds: preview.trialEnds,
      }}
      hint={t('clients.tariffChange.nothingYet')}
    />
  );
}
