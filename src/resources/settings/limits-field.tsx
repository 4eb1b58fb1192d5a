import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import {
  highest,
  limitFields,
  type Metric,
  type MetricLimit,
  type MetricUnit,
} from '#contract/catalogue/metric.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { numberIn } from '#web/ui/admin/form/draft/form-draft.ts';
import { AmountInput } from '#web/ui/admin/form/controls/amount-input.tsx';
import { LimitInput } from '#web/ui/admin/form/controls/limit-input.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';
import './limits-field.css';

/** A metric as the limits of a form need it; `isOffered`: it is there before anybody has set a limit of it. */
export type LimitedMetric = Pick<Metric, 'key' | 'name' | 'unit'> & { isOffered: boolean };

/** What is typed, by metric; null: no limit. */
type Typed = Record<string, string | null>;

/**
 * `limits` in a form: a number for each metric, but those that are fields of the specification and stand beside it.
 * `unlimited`: having no limit is a choice of its own (tariffs), not an empty field (clients).
 */
export function limitsField(
  metrics: readonly LimitedMetric[],
  { group, unlimited }: { group: string; unlimited: boolean },
): FormField {
  const others = metrics.filter(({ key }) => !Object.hasOwn(limitFields, key));
  const kindOf = (place: string) => kindOfUnit(metrics.find(({ key }) => placeOf(key) === place)?.unit);
  return {
    name: 'limits',
    group,
    kind: 'part',
    unlabelled: true,
    part: ({ name }) => <Limits name={name} metrics={others} unlimited={unlimited} />,
    places: others.map(({ key }) => placeOf(key)),
    numbers: Object.fromEntries(others.map(({ key, unit }) => [placeOf(key), kindOfUnit(unit)])),
    // Limits without a field of the form are kept as they are.
    typed: (limits, locale) =>
      Object.fromEntries(
        ((limits ?? []) as MetricLimit[]).map(({ metric, limit }) => {
          const place = placeOf(metric);
          return [place, typedLimit(limit, kindOf(place), locale)];
        }),
      ), // typed by the contract
    sent: (typed) =>
      Object.fromEntries(
        Object.entries((typed ?? {}) as Typed).flatMap(([place, text]) => {
          const given = text?.trim() ?? null;
          if (given === null || (given === '' && !unlimited)) return [];
          return [[place, numberIn(kindOf(place), given)]];
        }),
      ), // made above, and by the controls
    labelOf: (_, place) => others.find(({ key }) => placeOf(key) === place)?.name ?? place,
  };
}

/** The contract's schema, of a body whose `limits` are by metric as in the form, and then the list that is sent. */
export function withLimits(
  schema: z.ZodType<object, Record<string, unknown>>,
  metrics: readonly LimitedMetric[],
): z.ZodType<object> {
  const bounds = metrics.map(({ key, unit }) => [placeOf(key), z.int().min(0).max(highest(unit)).optional()]);
  const limits = z.object(Object.fromEntries(bounds)).catchall(z.int()).optional();
  return z
    .looseObject({ limits })
    .transform(({ limits: given, ...others }) => {
      if (given === undefined) return others;
      return { ...others, limits: wholeLimits(given as Record<string, number | undefined>, others) }; // by the schema above
    })
    .pipe(schema);
}

/** Every limit: those by metric, and those in fields of the specification, which are the same numbers. Pure. */
function wholeLimits(
  given: Readonly<Record<string, number | undefined>>,
  fields: Readonly<Record<string, unknown>>,
): MetricLimit[] {
  const named = Object.entries(limitFields).filter(([, field]) => field in fields);
  const others = Object.entries(given).flatMap(([place, limit]) => {
    const metric = place.replaceAll('/', '.');
    return limit === undefined || named.some(([key]) => key === metric) ? [] : [{ metric, limit }];
  });
  return [
    ...others,
    ...named.flatMap(([metric, field]) => {
      const limit = fields[field];
      return typeof limit === 'number' ? [{ metric, limit }] : [];
    }),
  ];
}

/** The limits that are shown, and a choice of the metrics that could have one. */
function Limits({
  name,
  metrics,
  unlimited,
}: {
  name: string;
  metrics: readonly LimitedMetric[];
  unlimited: boolean;
}) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const typed = (Form.useWatch([name], { form, preserve: true }) ?? {}) as Typed;
  const isShown = ({ key, isOffered }: LimitedMetric) => isOffered || (typed[placeOf(key)] ?? null) !== null;
  const rest = metrics.filter((metric) => !isShown(metric));
  return (
    <div className="limits-field">
      {metrics.filter(isShown).map(({ key, name: label, unit }) => (
        <Form.Item
          key={key}
          name={[name, placeOf(key)]}
          label={label}
          {...(!unlimited && { extra: t('clients.help.limits') })}
        >
          <Limit isMoney={kindOfUnit(unit) === 'money'} unlimited={unlimited} />
        </Form.Item>
      ))}
      {unlimited && rest.length > 0 && (
        <Select<string>
          aria-label={t('tariffs.limits.add')}
          placeholder={t('tariffs.limits.add')}
          value={null}
          options={rest.map(({ key, name: label }) => ({ value: key, label }))}
          onChange={(key) => form.setFieldValue([name, placeOf(key)], '')}
        />
      )}
    </div>
  );
}

function Limit({
  isMoney,
  unlimited,
  value,
  ...control
}: {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  isMoney: boolean;
  unlimited: boolean;
}) {
  const { t } = useTranslation();
  if (unlimited) {
    return (
      <LimitInput {...control} value={value ?? null} money={isMoney} unlimited={t('tariffs.unlimited')} />
    );
  }
  const Field = isMoney ? AmountInput : Input;
  return (
    <Field
      {...(control.id !== undefined && { id: control.id })}
      {...(!isMoney && { inputMode: 'numeric' as const, className: 'short-input' })}
      autoComplete="off"
      value={value ?? ''}
      onChange={({ target }) => control.onChange?.(target.value)}
    />
  );
}

function typedLimit(limit: number, kind: 'number' | 'money', locale: Locale): string {
  return kind === 'money' ? typedAmount(limit, locale) : String(limit);
}

function kindOfUnit(unit: MetricUnit | undefined): 'number' | 'money' {
  return unit === 'money' ? 'money' : 'number';
}

/** A metric's key as a name in the form, where a dot would be a part of a part. */
function placeOf(key: string): string {
  return key.replaceAll('.', '/');
}
