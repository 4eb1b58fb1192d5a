import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceEmailSeconds, type PriceVersion, type Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ClientsFound } from '#web/ui/admin/show/clients-found.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { named } from '#web/ui/admin/list/table/table-part.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';
import { pricesKey, WithdrawPrice } from './withdraw-price.tsx';
import './price-history.css';
import './change-price.css';

const tones = { past: 'off', present: 'good', coming: 'new' } as const;

/** The versions of a tariff's price with who is on each; one that holds for nobody yet can be taken back. */
export function PriceHistory({ row }: { row: Tariff }) {
  const { t } = useTranslation();
  const { data, error, refetch } = usePrices(row);
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
                <Version key={version.id} tariffId={row.id} version={version} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function usePrices(tariff: Tariff) {
  return useRead(tariffApi.prices, { params: { id: tariff.id }, key: pricesKey(tariff), keepsLast: true });
}

/** A price that is not in force for everybody yet, above the rest of its tariff, with the way to take it back. */
export function NewPriceNotice({ row }: { row: Tariff }) {
  const { t } = useTranslation();
  const { day, money } = useFormats();
  const [now] = useState(Date.now);
  const { data = [] } = usePrices(row);
  const version = data.find((one) => one.can_withdraw && isNotInForce(one, now));
  if (!version) return null;
  const { price_month, price_year, from, present_from, existing } = version;
  return (
    <div className="panel-wide price-notice price-notice-line">
      <p>
        {t('tariffs.prices.newPrice', {
          month: money(price_month),
          year: money(price_year),
          from: day(noonOf(from)),
        })}{' '}
        {present_from && t('tariffs.prices.presentPay', { date: day(present_from) })}
        {existing === 'keep' && t('tariffs.prices.presentKeep')}
      </p>
      <WithdrawPrice tariffId={row.id} version={version} />
    </div>
  );
}

/** It comes, present clients come to it later, or it was set a moment ago and nobody has been told. Pure. */
function isNotInForce({ state, present_from, created_at }: PriceVersion, now: number): boolean {
  const isToCome = state === 'coming' || (present_from !== null && Date.parse(present_from) > now);
  return isToCome || now - Date.parse(created_at) < priceEmailSeconds * 1000;
}

function Version({ tariffId, version }: { tariffId: string; version: PriceVersion }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const from = day(noonOf(version.from));
  return (
    <tr>
      <td>
        <StateTag tone={tones[version.state]} word={t(`tariffs.prices.states.${version.state}`)} />{' '}
        <time dateTime={version.from}>{from}</time>
      </td>
      <td {...named(t('tariffs.fields.price_month'))}>
        <Money minorUnits={version.price_month} />
      </td>
      <td {...named(t('tariffs.fields.price_year'))}>
        <Money minorUnits={version.price_year} />
      </td>
      <td {...named(t('tariffs.prices.present'))}>
        {version.existing === 'keep' && t('tariffs.values.existing.keep')}
        {version.present_from && t('tariffs.prices.presentFrom', { date: day(version.present_from) })}
      </td>
      <td {...named(t('tariffs.fields.clients_count'))}>
        <ClientsFound
          count={version.clients}
          filter={{ field: 'price_held', op: 'in', value: version.clients_held }}
        />
      </td>
      <td {...named(t('tariffs.prices.by'))}>{version.created_by?.name}</td>
      <td>
        <WithdrawPrice tariffId={tariffId} version={version} />
      </td>
    </tr>
  );
}
