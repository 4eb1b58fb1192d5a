import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { adminWalletApi } from '#contract/admin-wallet-api.ts';
import type { Client } from '#contract/client.ts';
import { limits } from '#contract/primitives.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Outcome } from '#web/resources/clients/outcome.tsx';
import { walletKey } from '#web/resources/clients/wallet-act.ts';
import { useAdmin } from '#web/ui/admin-context.ts';

type Owner = Pick<Client, 'id' | 'updated_at' | 'status' | 'trialEnds'>;

/** What the money would lead to, asked of the server, which alone knows the lifecycle. */
export function TopUpOutcome({ client, amount }: { client: Owner; amount: number | undefined }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const asked = useDeferredValue(amount);
  const isAsked = asked !== undefined && asked >= limits.topUp.min && asked <= limits.topUp.max;
  const { data, error } = useQuery({
    queryKey: [...walletKey(client.id), 'preview', client.updated_at, asked],
    queryFn: ({ signal }) =>
      http.call(adminWalletApi.replenish, {
        params: { id: client.id },
        query: { preview: '1' },
        body: { service: 'cash', amount: asked ?? 0 },
        signal,
      }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const hint = t('clients.wallet.replenish.outcome');
  if (!isAsked) return <Outcome hint={hint} />;
  if (error) return <Outcome refusal={errorText(error)} />;
  const preview = data?.data;
  if (!preview || !('balance_after' in preview)) return <Outcome hint={hint} />;
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
