import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Outcome } from '#web/resources/clients/subscription/outcome.tsx';
import { walletKey } from '#web/resources/matching/use-wallet-refresh.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

type Owner = Pick<Client, 'id' | 'updated_at' | 'status' | 'trialEnds'>;

/** The effect of the money, asked from the server, which alone knows the lifecycle. */
export function TopUpOutcome({
  client,
  amount,
  isSent = false,
}: {
  client: Owner;
  amount: number | undefined;
  /** What was said of it stays: an answer that comes later counts the money twice. */
  isSent?: boolean;
}) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const asked = useDeferredValue(amount);
  const isAsked = asked !== undefined && asked >= limits.topUp.min && asked <= limits.topUp.max;
  const { data, error } = useQuery({
    queryKey: [...walletKey(client.id), 'preview', client.updated_at, asked],
    queryFn: ({ signal }) =>
      http.call(walletApi.previewReplenish, {
        params: { id: client.id },
        body: { service: 'cash', amount: asked ?? 0 },
        signal,
      }),
    enabled: isAsked && !isSent,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [said, setSaid] = useState(data?.data);
  if (!isSent && said !== data?.data) setSaid(data?.data);
  const hint = t('clients.wallet.replenish.outcome');
  if (!isAsked) return <Outcome hint={hint} />;
  if (error) return <Outcome refusal={errorText(error)} />;
  const preview = isSent ? said : data?.data;
  if (!preview) return <Outcome hint={hint} />;
  const { status, trialEnds } = preview;
  return (
    <Outcome
      facts={{
        ...preview,
        status: status === client.status ? null : status,
        trialEnds: trialEnds === client.trialEnds ? null : trialEnds,
      }}
    />
  );
}
