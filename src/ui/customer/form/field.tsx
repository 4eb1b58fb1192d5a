import type { ComponentPropsWithRef, ReactNode } from 'react';

export function fieldId(name: string): string {
  return `field-${name}`;
}

export function noteId(name: string): string {
  return `note-${name}`;
}

/**
 * A label, its control, and a line below: the hint, or the error. The line always takes its space, so that nothing
 * moves when an error appears.
 */
export function Field({
  name,
  label,
  hint,
  fault,
  children,
}: {
  name: string;
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field" data-faulty={fault !== undefined || undefined}>
      <label htmlFor={fieldId(name)}>{label}</label>
      {children}
      <FieldNote name={name} hint={hint} fault={fault} />
    </div>
  );
}

export function FieldNote({
  name,
  hint,
  fault,
}: {
  name: string;
  hint?: string | undefined;
  fault?: string | undefined;
}) {
  return (
    <p className="field-note" id={noteId(name)} data-faulty={fault !== undefined || undefined}>
      {fault ?? hint}
    </p>
  );
}

/** The attributes that every control has. */
export function controlProps(name: string, fault: string | undefined, describedBy?: string) {
  return {
    id: fieldId(name),
    'aria-invalid': fault !== undefined,
    'aria-describedby': [noteId(name), describedBy].filter(Boolean).join(' '),
  };
}

type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'name'> & {
  name: string;
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
};

/** One line of text; spread react-hook-form's `register(name)` into it. */
export function TextField({ name, label, hint, fault, ...input }: TextFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} fault={fault}>
      <input className="control" name={name} {...controlProps(name, fault)} {...input} />
    </Field>
  );
}
