import { limitFields, type MetricLimit } from '#contract/catalogue/metric.ts';

/** The limits that were lowered, or are new. */
export function loweredLimits(before: readonly MetricLimit[], after: readonly MetricLimit[]): MetricLimit[] {
  return after.filter(({ metric, limit }) => {
    const had = before.find((one) => one.metric === metric);
    return had === undefined || limit < had.limit;
  });
}

/** The limits after a change that names all of them, or only the two fields of the specification. Pure. */
export function limitsAfter(
  before: readonly MetricLimit[],
  input: Readonly<Record<string, unknown>>,
): readonly MetricLimit[] {
  if (Array.isArray(input['limits'])) return input['limits'] as MetricLimit[]; // typed by the contract
  const named = Object.entries(limitFields).filter(([, field]) => input[field] !== undefined);
  return [
    ...before.filter(({ metric }) => !named.some(([key]) => key === metric)),
    ...named.flatMap(([metric, field]) => {
      const limit = input[field];
      return typeof limit === 'number' ? [{ metric, limit }] : [];
    }),
  ];
}
