import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { walletKey } from '#web/resources/matching/use-wallet-refresh.ts';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { subscriptionApi } from '#contract/routes/subscription.ts';
import { errorText } from '#web/providers/i18n.ts';
import { forecastLines } from './forecast-lines.ts';
import { ForecastList } from './forecast-list.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

const shownAtFirst = 6;

/** What will happen to a client without any action, with dates and rules (DESIGN section 10, "Forecast"). */
export function ClientForecast({ client }: { client: Client }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useRead(subscriptionApi.forecast, {
    params: { id: client.id },
    key: [...walletKey(client.id), 'forecast', client.updated_at],
  });
  const lines = forecastLines(data ?? []);
  const more = lines.length - shownAtFirst;
  return (
    <section className="panel">
      <h2>{t('clients.forecast.title')}</h2>
      {!data &&
        (error ? <Failure text={errorText(error)} retry={() => void refetch()} /> : <Skeleton active />)}
      {data && lines.length === 0 && <p className="muted">{t('clients.forecast.none')}</p>}
      <ForecastList lines={isWhole ? lines : lines.slice(0, shownAtFirst)} />
      {more > 0 && (
        <Button size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('clients.forecast.less') : t('clients.forecast.more', { count: more })}
        </Button>
      )}
    </section>
  );
}
