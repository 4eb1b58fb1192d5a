import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisTicks, stackedReach } from '#web/pages/home/charts/axis-ticks.ts';
import type { ChartSeries, ChartStep } from '#web/pages/home/charts/chart-panel.tsx';

/** Bars over time, stacked when there are several series. Only visual; the same figures exist as a table. */
export default function Bars({
  steps,
  series,
  short,
  format,
}: {
  steps: ChartStep[];
  series: ChartSeries[];
  /** For the axis. */
  short: (value: number) => string;
  format: (value: number) => string;
}) {
  const rows = steps.map(({ label, values }) => ({ label, ...values }));
  const ticks = axisTicks(
    ...stackedReach(steps.map(({ values }) => series.map(({ key }) => values[key] ?? 0))),
  );
  const text = { fill: 'var(--text-muted)', fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height={200}>
      <BarChart
        data={rows}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        // What is lost goes down from the line.
        stackOffset="sign"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="label"
          tickFormatter={(label: string) => steps.find((one) => one.label === label)?.tick ?? label}
          tick={text}
          tickLine={false}
          axisLine={{ stroke: 'var(--border)' }}
          interval="equidistantPreserveStart"
          minTickGap={24}
        />
        <YAxis
          tick={text}
          tickLine={false}
          axisLine={false}
          width="auto"
          ticks={ticks}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
          interval={0}
          tickFormatter={short}
        />
        <Tooltip
          cursor={{ fill: 'var(--accent-soft)' }}
          isAnimationActive={false}
          content={({ active, label, payload }) =>
            active === true && (
              <div className="chart-tip">
                <strong>{label}</strong>
                {payload.map(({ dataKey, value }) => {
                  const one = series.find(({ key }) => key === dataKey);
                  return (
                    <span key={String(dataKey)}>
                      {one && <SeriesMark colour={one.colour} />}
                      {one?.name}: {format(Number(value))}
                    </span>
                  );
                })}
              </div>
            )
          }
        />
        {series.map(({ key, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="all"
            fill={colour}
            isAnimationActive={false}
            maxBarSize={36}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function SeriesMark({ colour }: { colour: string }) {
  return (
    <svg className="series-mark" width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" rx="2" fill={colour} />
    </svg>
  );
}
