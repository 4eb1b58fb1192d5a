import { Form, type FormInstance, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useFirstField } from './first-field.ts';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import './form-parts.css';

/**
 * A short act with a form: what is wrong is said at its field, what was typed stays, and it is sent once. `send`
 * closes the dialog itself when it is done.
 */
export function FormDialog<Schema extends z.ZodType, Values extends object>({
  title,
  okText,
  danger = false,
  form,
  schema,
  initial,
  fields,
  send,
  onClose,
  children,
}: {
  title: string;
  okText: string;
  danger?: boolean;
  form: FormInstance<Values>;
  schema: Schema;
  initial: Values;
  fields: readonly (keyof Values & string)[];
  send: (input: z.output<Schema>) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { fields: fieldsRef, afterOpenChange } = useFirstField();
  const { submit, sending, failure } = useSubmit({ form, schema, fields, send });
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger }}
      cancelText={t('actions.cancel')}
      confirmLoading={sending}
      onOk={() => form.submit()}
      onCancel={onClose}
      // What was typed is not lost to a click beside the dialog.
      maskClosable={false}
      afterOpenChange={afterOpenChange}
      width={520}
    >
      <Form<Values> form={form} layout="vertical" initialValues={initial} onFinish={submit}>
        <div ref={fieldsRef}>{children}</div>
        <FormFailure text={failure} />
        {/* Enter in a field sends the form. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
