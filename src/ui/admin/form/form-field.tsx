import { Form, Input, Segmented, Select, Switch } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { AmountInput, type AmountInputProps } from '#web/ui/admin/form/controls/amount-input.tsx';
import { keyOf, type Place } from './draft/form-draft.ts';
import { LimitInput } from '#web/ui/admin/form/controls/limit-input.tsx';
import './form-parts.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { amountOf } from '#web/ui/shared/amount.ts';

/** The fields of a declaration in order; short ones that follow each other in pairs, where there is room. */
export function FormFields<Field extends FormField>({
  name,
  fields,
  below,
}: {
  name: string;
  fields: readonly Field[];
  /** Further text below a field. */
  below?: (field: Field) => ReactNode;
}) {
  const pairs: Field[][] = [];
  for (const field of fields) {
    const last = pairs.at(-1);
    if (isShort(field) && last?.length === 1 && last[0] && isShort(last[0])) last.push(field);
    else pairs.push([field]);
  }
  return pairs.map((pair) => {
    const items = pair.map((field) => (
      <FormFieldItem key={field.name} name={name} field={field} below={below?.(field)} />
    ));
    // A short field stays in its row when the one beside it comes and goes: what is typed into keeps the focus.
    return pair.length === 1 && pair[0] && !isShort(pair[0]) ? (
      items
    ) : (
      <div key={pair[0]?.name} className="form-pair">
        {items}
      </div>
    );
  });
}

/** Whether half of a form holds what is typed: by its kind, or as it is declared. Pure. */
function isShort(field: FormField): boolean {
  if (field.half !== undefined) return field.half;
  const { kind } = field;
  if (kind === 'text') return field.type !== undefined;
  return kind === 'number' || kind === 'money' || (kind === 'enum' && !field.inRow);
}

/** A field of a declaration as an item of a form, with its label from the list. `below`: further text. */
function FormFieldItem({
  name,
  field,
  below,
}: {
  /** The name in the keys of its texts. */
  name: string;
  field: FormField;
  below?: ReactNode;
}) {
  const { t } = useTranslation();
  const key = keyOf(field);
  const isLabelled = !('unlabelled' in field && field.unlabelled);
  const label = isLabelled ? t(field.label ?? declaredKey(`${name}.fields.${field.name}`)) : undefined;
  const help = field.help ? t(declaredKey(`${name}.help.${field.name}`)) : field.extra;
  const extra = below ? (
    <div className="form-below">
      <span className="muted">{help}</span>
      {below}
    </div>
  ) : (
    help
  );
  if (field.kind === 'part') {
    return (
      <TitledPart id={`part-${key}`} title={label}>
        {extra}
        <field.part name={key} />
      </TitledPart>
    );
  }
  if (field.kind === 'switch') {
    return (
      <div className="form-switch">
        <label className="switch-row">
          <Form.Item name={key} valuePropName="checked" noStyle>
            {/* `false` would be stronger than the form's own. */}
            <Switch {...(field.disabled && { disabled: true })} />
          </Form.Item>
          {label}
        </label>
        {extra && <div className="muted">{extra}</div>}
      </div>
    );
  }
  return (
    <Form.Item
      name={key}
      {...(isLabelled && { label })}
      {...(field.required && { required: true })}
      extra={extra}
    >
      {controlOf(name, field, t)}
    </Form.Item>
  );
}

function TitledPart({ id, title, children }: { id: string; title: string | undefined; children: ReactNode }) {
  if (title === undefined) return children;
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id}>{title}</div>
      {children}
    </div>
  );
}

/** The control of a field, as an element that gets its value from the form's item. */
function controlOf(name: string, field: Exclude<FormField, { kind: 'part' | 'switch' }>, t: TFunction) {
  switch (field.kind) {
    case 'text':
      return (
        <Input
          type={field.type === 'digits' ? 'text' : field.type}
          inputMode={field.type === 'digits' ? 'numeric' : undefined}
          autoComplete={field.autoComplete ?? 'off'}
          placeholder={field.placeholder}
        />
      );
    case 'lines':
      return <Input.TextArea rows={3} />;
    case 'number':
      return <Input inputMode="numeric" autoComplete="off" className="short-input" />;
    case 'money':
      return <AmountField name={keyOf(field)} />;
    case 'limit':
      return <LimitInput money={field.of === 'money'} unlimited={t(field.unlimited)} />;
    case 'enum': {
      const Control = field.inRow ? Segmented<string> : Select<string>;
      return (
        <Control
          options={field.values.map((value) => ({
            value,
            label: t(declaredKey(`${name}.values.${field.name}.${value}`)),
          }))}
        />
      );
    }
    case 'control':
      return <field.control />;
  }
}

/** The label of a place where two of its values are compared. */
export function PlaceLabel({ name, place: { field, part } }: { name: string; place: Place }) {
  const { t } = useTranslation();
  const isPart = field.kind === 'part' && part !== null && field.labelOf !== undefined;
  return isPart ? field.labelOf?.(t, part) : t(field.label ?? declaredKey(`${name}.fields.${field.name}`));
}

/** The value of a place in words. */
export function PlaceValue({
  name,
  place: { field, part },
  value,
  other,
}: {
  name: string;
  place: Place;
  value: unknown;
  other?: unknown;
}) {
  const { t } = useTranslation();
  if ((field.kind === 'control' || field.kind === 'part') && field.shown && part === null) {
    return isNothing(value) && !(field.kind === 'control' && field.nullIsChoice) ? (
      <Nothing />
    ) : (
      field.shown(value ?? null, other)
    );
  }
  if (field.kind === 'limit' && value === null) return <span className="muted">{t(field.unlimited)}</span>;
  if (isNothing(value)) return <Nothing />;
  if (field.kind === 'enum') return t(declaredKey(`${name}.values.${field.name}.${String(value)}`));
  if (field.kind === 'switch') return t(value ? 'list.yes' : 'list.no');
  return <span className="stale-text">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** An amount that can't be read is said when the field is left, not only when the form is sent. */
function AmountField({ name, ...item }: AmountInputProps & { name: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const say = (errors: string[]) => form.setFields([{ name, errors }]);
  return (
    <AmountInput
      {...item}
      onChange={(event) => {
        item.onChange?.(event);
        if (form.getFieldError(name).length > 0) say([]);
      }}
      onBlur={({ target: { value } }) => {
        if (value.trim() !== '' && amountOf(value) === undefined) say([t('validation.amountExpected')]);
      }}
    />
  );
}
