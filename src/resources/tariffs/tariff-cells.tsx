import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { ClientsFound } from '#web/ui/admin/show/clients-found.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { DownIcon, UpIcon } from '#web/ui/admin/kit/icons.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { useUsedMetrics } from '#web/ui/admin/resource/use-metrics.ts';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { useFeatureName } from '#web/resources/tariffs/features-query.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { noonOf } from '#web/ui/shared/zoned-day.ts';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import './tariff-cells.css';

export function TariffState({ archived_at }: Pick<Tariff, 'archived_at'>) {
  const { t } = useTranslation();
  return archived_at === null ? (
    <StateTag tone="good" word={t('tariffs.offered')} />
  ) : (
    <StateTag tone="off" word={t('tariffs.archived')} />
  );
}

export function TariffClients({ id, clients_count: count }: Pick<Tariff, 'id' | 'clients_count'>) {
  return <ClientsFound count={count} filter={{ field: 'tariff_id', op: 'eq', value: id }} />;
}

/** The price of a month, which a card on a phone shows without a heading. */
export function MonthPrice({
  price_month: price,
  coming_price,
}: Pick<Tariff, 'price_month' | 'coming_price'>) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <>
      <Money minorUnits={price} />
      {isPhone && <span className="muted tariff-month"> {t('tariffs.aMonth')}</span>}
      {coming_price && <ComingPrice now={price} then={coming_price.price_month} from={coming_price.from} />}
    </>
  );
}

export function YearPrice({ price_year: price, coming_price }: Pick<Tariff, 'price_year' | 'coming_price'>) {
  return (
    <>
      <Money minorUnits={price} />
      {coming_price && <ComingPrice now={price} then={coming_price.price_year} from={coming_price.from} />}
    </>
  );
}

/** What it will cost and from when; nothing for the one of the two prices that stays. */
function ComingPrice({ now, then, from }: { now: number; then: number; from: string }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  if (now === then) return null;
  return (
    <span className="muted tariff-coming">
      {t('tariffs.prices.becomes', { price: money(then), day: day(noonOf(from)) })}
    </span>
  );
}

/** Its limits, each with its metric; a word for those without any. */
export function TariffLimits({ limits }: Pick<Tariff, 'limits'>) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const metrics = useUsedMetrics();
  if (limits.length === 0) return <span className="muted">{t('tariffs.unlimited')}</span>;
  return (
    <ul className="tariff-limits">
      {limits.map(({ metric: key, limit }) => {
        const metric = metrics?.find((one) => one.key === key);
        return <li key={key}>{`${metric?.name ?? key}: ${measure(limit, metric?.unit ?? 'count')}`}</li>;
      })}
    </ul>
  );
}

/** Its place, with buttons that move it. */
export function TariffPlace({ id, name, position }: Pick<Tariff, 'id' | 'name' | 'position'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const mayMove = useHolds()(tariffApi.changeTariff);
  const { update } = useRowWrites('tariffs');
  const { run } = useRowAction('tariffs', id);
  const last = useLastPlace(mayMove);
  const move = (place: number) =>
    void run({ send: () => update(id, { position: place }), done: t('tariffs.move.done', { name }) });
  const common = { size: 'small', type: 'text', needs: tariffApi.changeTariff } as const;
  return (
    <span className="tariff-place">
      {number(position)}
      {mayMove && (
        <>
          {position > 1 && (
            <GuardedButton
              {...common}
              icon={<UpIcon />}
              aria-label={t('tariffs.move.up', { name })}
              onClick={() => move(position - 1)}
            />
          )}
          {last !== undefined && position < last && (
            <GuardedButton
              {...common}
              icon={<DownIcon />}
              aria-label={t('tariffs.move.down', { name })}
              onClick={() => move(position + 1)}
            />
          )}
        </>
      )}
    </span>
  );
}

/** The place of the last of all tariffs, which this page or filter may not show. */
function useLastPlace(enabled: boolean): number | undefined {
  const { result } = useList<Tariff>({
    resource: 'tariffs',
    meta: { listQuery: { limit: 1, sort: [{ field: 'position', order: 'desc' }] } },
    queryOptions: { enabled },
    errorNotification: false,
  });
  return result.data[0]?.position;
}

/** The names of its features. */
export function TariffFeatures({ permissions = [] }: Pick<Tariff, 'permissions'>) {
  const nameOf = useFeatureName();
  return <span className="cell-lines tariff-features">{permissions.map(nameOf).join(', ')}</span>;
}

/** Its own free period; empty takes the general one. */
export function TrialDays({ trial_days: days }: Pick<Tariff, 'trial_days'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return days === null ? <span className="muted">{t('tariffs.generalDays')}</span> : number(days);
}
