import { Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '#web/ui/form/amount-input.tsx';
import type { FormField } from '#web/ui/define-resource.ts';
import { Nothing } from '#web/ui/list/list-cell.tsx';

/** A field of a declaration as an item of a form, labelled as in the list. */
export function FormFieldItem({ name, field }: { name: string; field: FormField }) {
  const { t } = useTranslation();
  const label = t(`${name}.fields.${field.name}`);
  const help = field.help ? t(`${name}.help.${field.name}`) : undefined;
  if (field.kind === 'part') return <field.part />;
  if (field.kind === 'switch') {
    return (
      <div className="form-switch">
        <label className="switch-row">
          <Form.Item name={field.name} valuePropName="checked" noStyle>
            <Switch />
          </Form.Item>
          {label}
        </label>
        {help && <p className="muted">{help}</p>}
      </div>
    );
  }
  return (
    <Form.Item name={field.name} label={label} extra={help}>
      {controlOf(field)}
    </Form.Item>
  );

  function controlOf(shown: Exclude<FormField, { kind: 'part' | 'switch' }>): ReactNode {
    switch (shown.kind) {
      case 'text':
        return (
          <Input
            type={shown.type === 'digits' ? 'text' : shown.type}
            inputMode={shown.type === 'digits' ? 'numeric' : undefined}
            autoComplete={shown.autoComplete ?? 'off'}
          />
        );
      case 'lines':
        return <Input.TextArea rows={3} />;
      case 'number':
        return <Input inputMode="numeric" autoComplete="off" />;
      case 'money':
        return <AmountInput />;
      case 'enum':
        return (
          <Select
            options={shown.values.map((value) => ({
              value,
              label: t(`${name}.values.${shown.name}.${value}`),
            }))}
          />
        );
      case 'control':
        return <shown.control />;
    }
  }
}

/** What a field holds, in words. */
export function DraftValue({ name, field, value }: { name: string; field: FormField; value: unknown }) {
  const { t } = useTranslation();
  if (value === undefined || value === null || value === '') return <Nothing />;
  if ((field.kind === 'control' || field.kind === 'part') && field.shown) return field.shown(value);
  if (field.kind === 'enum') return t(`${name}.values.${field.name}.${String(value)}`);
  if (field.kind === 'switch') return t(value ? 'list.yes' : 'list.no');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
