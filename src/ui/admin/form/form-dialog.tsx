import { Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod';
import { currentLocale } from '#web/providers/i18n.ts';
import type { FormDeclaration, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { type Draft, draftOf, inputOf, isSame, placesOf } from './draft/form-draft.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { FormFailure } from './submit/form-failure.tsx';
import { FormFields } from './form-field.tsx';
import { withRequired } from './submit/required-fields.ts';
import { sendByKeys } from './submit/send-keys.ts';
import { useSubmit } from './submit/use-submit.ts';
import './form-parts.css';

export interface FormDialogProps<Schema extends z.ZodType> extends Pick<
  FormDeclaration,
  'fields' | 'initial' | 'tidy' | 'above'
> {
  title: string;
  okText: string;
  danger?: boolean;
  /** The name in the keys of its fields' texts. */
  name: string;
  /** For watching what is typed. */
  form?: FormInstance<Draft>;
  schema: Schema;
  /** What was typed when the dialog was here before. */
  typed?: RowValues | undefined;
  /** Must close the dialog itself when it is done. */
  send: (input: z.output<Schema>) => Promise<void>;
  /** What is filled in would change nothing. */
  isNothing?: boolean;
  onClose: () => void;
  /** Below the fields. */
  children?: ReactNode;
}

/** A dialog with a short form: errors are shown at their fields, typed text stays, and it is sent once. */
export function FormDialog<Schema extends z.ZodType>({
  title,
  okText,
  danger = false,
  name,
  form: given,
  fields,
  schema,
  initial = {},
  typed,
  tidy = (input) => input,
  send,
  isNothing = false,
  onClose,
  above,
  children,
}: FormDialogProps<Schema>) {
  const [form] = Form.useForm<Draft>(given);
  const [begun] = useState(() => draftOf(fields, typed ?? initial, currentLocale()));
  const [isTouched, setTouched] = useState(typed !== undefined);
  const { submit, sending, failure } = useSubmit({
    form,
    schema,
    fields: placesOf(fields).map((place) => place.name),
    declared: fields,
    send,
  });
  return (
    <DialogFrame
      title={title}
      okText={okText}
      okButtonProps={{ danger, disabled: isNothing }}
      confirmLoading={sending}
      onOk={() => form.submit()}
      isDirty={isTouched}
      onClose={onClose}
      width="32.5rem"
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={begun}
        onValuesChange={() => setTouched(typed !== undefined || !isSame(form.getFieldsValue(true), begun))}
        onFinish={(filled) => !isNothing && submit(tidy(inputOf(fields, filled)))}
        onKeyDown={sendByKeys(form)}
      >
        {above}
        <FormFields name={name} fields={withRequired(fields, { schema, initial, tidy })} />
        {children}
        <FormFailure text={failure} />
        {/* Makes Enter in a field send the form. */}
        <button type="submit" hidden />
      </Form>
    </DialogFrame>
  );
}
