import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { billingPeriods } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { type TariffChangeInput, tariffChangeInput } from '#contract/clients/subscription.ts';
import { subscriptionApi } from '#contract/routes/subscription.ts';
import { errorText } from '#web/providers/i18n.ts';
import { TariffChoice } from '#web/resources/clients/client-controls.tsx';
import { tariffApi } from '#contract/routes/tariff.ts';
import { TariffDifference } from './tariff-difference.tsx';
import { Outcome } from './outcome.tsx';
import { walletKey } from '#web/resources/matching/use-wallet-refresh.ts';
import { WalletDialog } from '#web/resources/clients/wallet/wallet-dialog.tsx';
import { useAdmin, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Another tariff or billing period, now or at the period's end, with what it does to the money before it is done. */
export function TariffChangeDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const [form] = Form.useForm();
  const initial = {
    tariff_id: client.next_tariff?.id ?? client.tariff_id,
    billing_period: client.next_tariff?.billing_period ?? client.billing_period,
    when: 'period_end' as const,
  };
  const wanted = { ...initial, ...Form.useWatch<object>([], form) };
  const isNothing =
    wanted.tariff_id === initial.tariff_id &&
    wanted.billing_period === initial.billing_period &&
    !(String(wanted.when) === 'now' && client.next_tariff);
  const mayWait = client.status === 'active';
  const seesTariffs = useHolds()(tariffApi.difference);
  const when: FormField = {
    group: 'change',
    name: 'when',
    kind: 'enum',
    values: ['period_end', 'now'],
    inRow: true,
    extra: t('clients.tariffChange.refundHelp'),
  };
  return (
    <WalletDialog
      client={client}
      texts="clients.tariffChange"
      words={{ name: client.name }}
      name="clients"
      form={form}
      fields={mayWait ? [...fields, when] : fields}
      schema={tariffChangeInput}
      initial={initial}
      act={(body, headers) =>
        call(subscriptionApi.changeTariff, { params: { id: client.id }, body, headers })
      }
      isNothing={isNothing}
      onClose={onClose}
      above={<Present client={client} />}
    >
      {/* Of who is suspended by hand the preview says it: a paid period is kept. */}
      {!mayWait && !client.blocked_by_hand && <p className="muted">{t('clients.tariffChange.atOnce')}</p>}
      {isNothing ? (
        <Outcome hint={t('clients.tariffChange.chooseFirst')} />
      ) : (
        <Preview client={client} wanted={wanted} />
      )}
      {seesTariffs && wanted.tariff_id && wanted.tariff_id !== client.tariff_id && (
        <TariffDifference a={client.tariff_id} b={wanted.tariff_id} clientId={client.id} />
      )}
    </WalletDialog>
  );
}

/** The tariff of now, and how a change that is planned is given up. */
function Present({ client: { tariff_name: tariff, next_tariff } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <p className="muted">
      {next_tariff
        ? t('clients.tariffChange.planned', { tariff, next: next_tariff.name })
        : t('clients.tariffChange.present', { tariff })}
    </p>
  );
}

const fields: FormField[] = [
  { group: 'change', name: 'tariff_id', kind: 'control', control: TariffChoice },
  { group: 'change', name: 'billing_period', kind: 'enum', values: billingPeriods, inRow: true },
];

function Preview({ client, wanted }: { client: ClientDetails; wanted: Required<TariffChangeInput> }) {
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
  if (!preview) return <Outcome hint={t('clients.tariffChange.nothingYet')} />;
  return (
    <Outcome
      facts={{
        from: preview.from,
        refund: preview.refund,
        charge: preview.charge,
        discount: preview.discount,
        balance_after: preview.balance_after,
        status: preview.status === client.status ? null : preview.status,
        // A period that ends as the new tariff begins is the present one.
        trialEnds: preview.trialEnds === preview.from ? null : preview.trialEnds,
        next_charge: preview.next_charge,
      }}
    />
  );
}
