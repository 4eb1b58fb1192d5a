import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PriceVersion, Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ClientsFound } from '#web/resources/tariffs/tariff-cells.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './price-history.css';

const tones = { past: 'off', present: 'good', coming: 'new' } as const;

/** The versions of a tariff's price with who is on each; one that holds for nobody yet can be taken back. */
export function PriceHistory({ row: { id, updated_at } }: { row: Tariff }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(tariffApi.prices, {
    params: { id },
    key: ['tariffs', 'prices', id, updated_at],
    keepsLast: true,
  });
  return (
    <section className="panel panel-wide">
      <h2>{t('tariffs.parts.prices')}</h2>
      {error !== null && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {error === null && !data && <Skeleton active paragraph={{ rows: 2 }} />}
      {data && (
        <div
          className="price-history-frame"
          tabIndex={0}
          role="region"
          aria-label={t('tariffs.parts.prices')}
        >
          <table className="price-history">
            <thead>
              <tr>
                <th scope="col">{t('tariffs.prices.from')}</th>
                <th scope="col">{t('tariffs.fields.price_month')}</th>
                <th scope="col">{t('tariffs.fields.price_year')}</th>
                <th scope="col">{t('tariffs.prices.present')}</th>
                <th scope="col">{t('tariffs.fields.clients_count')}</th>
                <th scope="col">{t('tariffs.prices.by')}</th>
                <th>
                  <span className="unseen">{t('tariffs.prices.withdraw.go')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((version) => (
                <Version key={version.id} tariffId={id} version={version} onWithdrawn={refetch} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Version({
  tariffId,
  version,
  onWithdrawn,
}: {
  tariffId: string;
  version: PriceVersion;
  onWithdrawn: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const call = useCall();
  // A day has no time; noon is the same day in every nearby zone.
  const from = day(`${version.from}T12:00:00Z`);
  return (
    <tr>
      <td>
        <StateTag tone={tones[version.state]} word={t(`tariffs.prices.states.${version.state}`)} /> {from}
      </td>
      <td>
        <Money minorUnits={version.price_month} />
      </td>
      <td>
        <Money minorUnits={version.price_year} />
      </td>
      <td>
        {version.existing === 'keep' && t('tariffs.values.existing.keep')}
        {version.present_from && t('tariffs.prices.presentFrom', { date: day(version.present_from) })}
      </td>
      <td>
        <ClientsFound
          count={version.clients}
          filter={{ field: 'price_held', op: 'in', value: version.clients_held }}
        />
      </td>
      <td>{version.created_by?.name}</td>
      <td>
        {version.can_withdraw && (
          <ActionButton
            resource="tariffs"
            id={tariffId}
            needs={tariffApi.withdrawPrice}
            texts="tariffs.prices.withdraw"
            words={{ at: from }}
            send={async () => {
              await call(tariffApi.withdrawPrice, { params: { id: tariffId, version: version.id } });
              await onWithdrawn();
            }}
          />
        )}
      </td>
    </tr>
  );
}
