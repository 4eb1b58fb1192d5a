import type { MetricUnit } from './metric.ts';

const byteSteps = [
  ['terabyte', 1e12],
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const;

/**
 * A number of a metric in its unit and a language (`tag` for Intl): `₴1,500.00`, `12`, `1.5 GB`, `90 min`. `money`
 * writes minor units of the currency.
 */
export function measureText(
  value: number,
  unit: MetricUnit,
  { tag, money }: { tag: string; money: (minorUnits: number) => string },
): string {
  if (unit === 'money') return money(value);
  if (unit === 'count') return new Intl.NumberFormat(tag).format(value);
  if (unit === 'minutes') return inUnit('minute', value);
  const [name, size] = byteSteps.find(([, least]) => value >= least) ?? ['byte', 1];
  return inUnit(name, value / size);

  function inUnit(named: string, amount: number): string {
    const style = { style: 'unit', unit: named, unitDisplay: 'short', maximumFractionDigits: 2 } as const;
    return new Intl.NumberFormat(tag, style).format(amount);
  }
}
