import type { ComponentPropsWithRef, ReactNode } from 'react';

export function fieldId(name: string): string {
  return `field-${name}`;
}

export function noteId(name: string): string {
  return `note-${name}`;
}

interface Notes {
  hint?: string | undefined;
  /** A warning that refuses nothing. */
  doubt?: string | undefined;
  fault?: string | undefined;
}

/**
 * A label, under it the hint with a doubt or the error, and its control. So what belongs together is close, and the gap to
 * the next field is always the same. Nothing is refused before it is sent, so no click is missed by a line that appears.
 */
export function Field({
  name,
  label,
  children,
  ...notes
}: Notes & {
  name: string;
  label: string;
  children: ReactNode;
}) {
  const { fault } = notes;
  return (
    <div className="field" data-faulty={fault !== undefined || undefined}>
      <label htmlFor={fieldId(name)}>{label}</label>
      <FieldNote name={name} {...notes} />
      {children}
    </div>
  );
}

export function FieldNote({ name, hint, doubt, fault }: Notes & { name: string }) {
  const said = fault ?? doubt;
  return (
    <p className="field-note" id={noteId(name)}>
      {hint && <span>{hint}</span>}
      {said !== undefined && <span data-kind={fault === undefined ? 'doubt' : 'fault'}>{said}</span>}
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

type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'name'> & Notes & { name: string; label: string };

/** One line of text; spread react-hook-form's `register(name)` into it. */
export function TextField({ name, label, hint, doubt, fault, ...input }: TextFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} doubt={doubt} fault={fault}>
      <input className="control" name={name} {...controlProps(name, fault)} {...input} />
    </Field>
  );
}
