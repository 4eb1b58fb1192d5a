import { DatePicker, Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import type { OwnValues } from '#contract/client-fields/own-values.ts';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { sentOwnValuesOf, type Typed, typedOwnValues } from '#web/resources/clients/own-fields/own-values.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { dayFormats } from '#web/ui/shared/day-format.ts';
import './own-fields.css';

/** `custom` in a form: a control for each own field, by its kind. */
export function ownFieldsField(fields: readonly ShownField[]): FormField {
  const keys = fields.map(({ key }) => key);
  return {
    name: 'custom',
    group: 'custom',
    kind: 'part',
    unlabelled: true,
    part: ({ name }) => <OwnFields name={name} fields={fields} />,
    places: keys,
    numbers: Object.fromEntries(
      fields.flatMap(({ key, kind }) => (kind === 'number' ? [[key, 'number' as const]] : [])),
    ),
    typed: (values) => typedOwnValues(fields, values as OwnValues | undefined), // by the contract
    sent: (typed) => sentOwnValuesOf(fields, typed as Typed | undefined), // typed above
    labelOf: (_, place) => fields.find(({ key }) => key === place)?.name ?? place,
  };
}

function OwnFields({ name, fields }: { name: string; fields: readonly ShownField[] }) {
  return (
    <div className="own-fields">
      {fields.map((field) => (
        <Form.Item key={field.key} name={[name, field.key]} label={field.name}>
          <OwnControl field={field} />
        </Form.Item>
      ))}
    </div>
  );
}

function OwnControl({
  field: { kind, options },
  value,
  onChange,
  ...control
}: ControlProps & { field: ShownField }) {
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'text':
    case 'number':
      return (
        <Input
          {...control}
          autoComplete="off"
          {...(kind === 'number' && { inputMode: 'numeric' as const, className: 'short-input' })}
          value={text}
          onChange={({ target }) => onChange?.(target.value)}
        />
      );
    case 'date':
      return (
        <DatePicker
          {...control}
          format={dayFormats(currentLocale())}
          placeholder=""
          value={text === '' ? null : dayjs(`${text}T00:00:00`)}
          onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? '')}
        />
      );
    case 'choice':
      return (
        <Select<string>
          {...control}
          allowClear
          showSearch
          optionFilterProp="label"
          value={text === '' ? null : text}
          onChange={(key?: string) => onChange?.(key ?? '')}
          options={options.map((option) => ({ value: option.key, label: option.name }))}
        />
      );
  }
}
