import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminWalletApi } from '#contract/admin-wallet-api.ts';
import type { Client } from '#contract/client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ForecastList } from '#web/resources/clients/forecast-list.tsx';
import { walletKey } from '#web/resources/clients/wallet-act.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { Failure } from '#web/ui/failure.tsx';

const shownAtFirst = 6;

/** What will happen to a client by itself, each with its date and rule (DESIGN section 10, "Forecast"). */
export function ClientForecast({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...walletKey(client.id), 'forecast', client.updated_at],
    queryFn: ({ signal }) => http.call(adminWalletApi.forecast, { params: { id: client.id }, signal }),
    retry: false,
  });
  const entries = data?.data ?? [];
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst);
  return (
    <section className="panel">
      <h2>{t('clients.forecast.title')}</h2>
      {!data &&
        (error ? <Failure text={errorText(error)} retry={() => void refetch()} /> : <Skeleton active />)}
      {data && entries.length === 0 && <p className="muted">{t('clients.forecast.none')}</p>}
      <ForecastList entries={shown} />
      {entries.length > shownAtFirst && (
        <Button size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('clients.forecast.less')
            : t('clients.forecast.more', { count: entries.length - shownAtFirst })}
        </Button>
      )}
    </section>
  );
}
