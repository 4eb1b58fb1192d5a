import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatedPrices, TariffDifference as Difference } from '#contract/clients/tariff-difference.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './tariff-difference.css';

/** What differs between two tariffs, and `equal` lines below it; with a client also what it would exceed on `b`. */
export function TariffDifference({
  a,
  b,
  clientId,
  equal = [],
}: {
  a: string;
  b: string;
  clientId?: string;
  equal?: readonly EqualLine[];
}) {
  const query = new URLSearchParams({ a, b, ...(clientId !== undefined && { client_id: clientId }) });
  const { data, error, refetch } = useRead(tariffApi.difference, { query });
  if (error) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <>
      <Exceeded exceeds={data.exceeds} />
      <DifferenceTable {...data} equal={equal} />
    </>
  );
}

/** What both tariffs say alike. */
export interface EqualLine {
  key: string;
  name: string;
  said: ReactNode;
}

function DifferenceTable({
  a,
  b,
  only_a,
  only_b,
  limits,
  exceeds = [],
  equal,
}: Difference & { equal: readonly EqualLine[] }) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const sides = [a, b];
  return (
    <table className="tariff-difference">
      <caption className="unseen">{t('tariffs.compare.title')}</caption>
      <thead>
        <tr>
          <td />
          {sides.map(({ id, name }, place) => (
            <th key={`${place} ${id}`} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['price_month', 'price_year'] as const).map((field) => (
          <Line
            key={field}
            name={t(`tariffs.fields.${field}`)}
            cells={sides.map((one) => priceOf(one, field))}
          />
        ))}
        {limits.map(({ metric, name, unit, ...values }) => (
          <Line
            key={metric}
            name={name}
            cells={[values.a, values.b].map((limit, place) => {
              if (limit === null) return <span className="muted">{t('tariffs.unlimited')}</span>;
              const isOver = place === 1 && exceeds.some((one) => one.metric === metric);
              const said = measure(limit, unit);
              return isOver ? <strong className="tariff-over">{said}</strong> : said;
            })}
          />
        ))}
        {[...only_a, ...only_b].map(({ id, name }) => {
          const isInA = only_a.some((one) => one.id === id);
          return <Line key={id} name={name} cells={[mark(isInA), mark(!isInA)]} />;
        })}
        {equal.map(({ key, name, said }) => (
          <Line key={key} name={name} cells={[said, said]} isEqual />
        ))}
      </tbody>
    </table>
  );

  function priceOf({ coming, ...now }: DatedPrices, field: 'price_month' | 'price_year'): ReactNode {
    return <Price now={now[field]} later={coming && { price: coming[field], from: coming.from }} />;
  }

  function mark(isIncluded: boolean): ReactNode {
    if (isIncluded) return t('tariffs.compare.included');
    return <span className="muted">{t('tariffs.compare.absent')}</span>;
  }
}

function Line({ name, cells, isEqual = false }: { name: string; cells: ReactNode[]; isEqual?: boolean }) {
  return (
    <tr className={isEqual ? 'muted' : undefined}>
      <th scope="row">{name}</th>
      {cells.map((cell, place) => (
        <td key={place}>{cell}</td>
      ))}
    </tr>
  );
}

/** A price, and the one that is announced. */
function Price({ now, later }: { now: number; later: { price: number; from: string } | null }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  return (
    <>
      {money(now)}
      {later && later.price !== now && (
        <div className="muted">
          {t('tariffs.compare.coming', { date: day(later.from), price: money(later.price) })}
        </div>
      )}
    </>
  );
}

function Exceeded({ exceeds = [] }: Pick<Difference, 'exceeds'>) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  if (exceeds.length === 0) return null;
  const used = exceeds.map(({ name, unit, used: count, limit }) =>
    t('tariffs.compare.over', { name, used: measure(count, unit), limit: measure(limit ?? 0, unit) }),
  );
  return (
    <div className="tariff-exceeded" role="status">
      <p>{t('tariffs.compare.exceeds')}</p>
      <ul>
        {used.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
