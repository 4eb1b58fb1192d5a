import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ListLink } from '#web/pages/home/list-link.tsx';

// The chart library is large, so it is loaded only when there is something to draw.
const Bars = lazy(() => import('#web/pages/home/charts/bar-chart.tsx'));

export interface ChartSeries {
  key: string;
  name: string;
  /** A custom property of the theme. */
  colour: string;
  /** The list behind the whole series. */
  to?: string;
}

export interface ChartStep {
  label: string;
  /** Below the axis, if it is shorter there. */
  tick?: string;
  values: Record<string, number>;
  /** The list behind it. */
  to?: string;
  /** The list behind each value, where there is one. */
  valuesTo?: Record<string, string>;
}

interface Drawn {
  title: string;
  steps: ChartStep[];
  series: ChartSeries[];
  format: (value: number) => string;
}

/** Figures over time, as a chart and as a table for people who prefer it. */
export function ChartPanel({
  sum,
  short,
  whenEmpty,
  table,
  isWide = false,
  ...drawn
}: Drawn & {
  /** The total, next to the title. */
  sum?: ReactNode;
  short: (value: number) => string;
  whenEmpty: string;
  /** Shown instead of the one that is folded away. */
  table?: ReactNode;
  /** Over the whole width of the panels. */
  isWide?: boolean;
}) {
  const { title, steps, series, format } = drawn;
  const isEmpty = steps.every(({ values }) => Object.values(values).every((value) => value === 0));
  return (
    <section className={isWide ? 'panel panel-wide' : 'panel'}>
      <div className="panel-head">
        <h2>{title}</h2>
        {sum}
      </div>
      {isEmpty ? (
        <p className="muted">{whenEmpty}</p>
      ) : (
        <>
          {series.length > 1 && <Legend series={series} />}
          <div className="chart" aria-hidden="true">
            <Suspense fallback={null}>
              <Bars steps={steps} series={series} short={short} format={format} />
            </Suspense>
          </div>
          {table ?? <AsTable {...drawn} />}
        </>
      )}
    </section>
  );
}

function Legend({ series }: { series: ChartSeries[] }) {
  return (
    <ul className="chart-legend">
      {series.map(({ key, name, colour, to }) => (
        <li key={key}>
          <svg className="series-mark" width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={colour} />
          </svg>
          <MaybeLink to={to}>{name}</MaybeLink>
        </li>
      ))}
    </ul>
  );
}

function AsTable({ title, steps, series, format }: Drawn) {
  const { t } = useTranslation();
  return (
    <details className="chart-table">
      <summary>{t('home.asTable')}</summary>
      <div>
        <table className="plain-table">
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('home.when')}</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ label, values, to, valuesTo }) => (
              <tr key={label}>
                <th scope="row">
                  <MaybeLink to={to}>{label}</MaybeLink>
                </th>
                {series.map(({ key }) => (
                  <td key={key}>
                    <MaybeLink to={valuesTo?.[key]}>{format(values[key] ?? 0)}</MaybeLink>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function MaybeLink({ to, children }: { to: string | undefined; children: string }) {
  return to ? <ListLink to={to}>{children}</ListLink> : children;
}
