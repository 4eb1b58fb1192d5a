import { useInvalidate } from '@refinedev/core';
import { App, Button, Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import '#web/ui/form-parts.css';
import './settings.css';

/**
 * A short form in a dialog: makes a row, or changes or deletes `row`. Texts are `NAME.new`, `NAME.edit`,
 * `NAME.created`, `NAME.saved`, `NAME.delete.*`. A stale edit says so; saving again puts it over the other's.
 */
export function EditDialog<Schema extends z.ZodType, Values extends object>({
  name,
  row,
  form,
  schema,
  initial,
  fields,
  save,
  remove,
  onClose,
  children,
}: {
  name: string;
  row?: { id: string; updated_at: string; title: string };
  form: FormInstance<Values>;
  schema: Schema;
  initial: Values;
  fields: readonly string[];
  /** `updatedAt`: the version that is changed; none for a new row. */
  save: (input: z.output<Schema>, updatedAt: string | undefined) => Promise<unknown>;
  remove?: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { auth } = useAdmin();
  const { modal, notification } = App.useApp();
  const invalidate = useInvalidate();
  const [updatedAt, setUpdatedAt] = useState(row?.updated_at);
  const { submit, sending, failure } = useSubmit({
    form,
    schema,
    fields,
    send: async (input) => {
      try {
        await save(input, updatedAt);
      } catch (error) {
        const version = error instanceof HttpError && error.code === 'stale' && versionOf(error.current);
        if (!version) throw error;
        setUpdatedAt(version);
        throw new Error(t('settings.stale'));
      }
      await done(t(`${name}.${row ? 'saved' : 'created'}`));
    },
  });

  async function done(message: string): Promise<void> {
    notification.success({ message });
    onClose();
    await invalidate({ resource: name, invalidates: ['list', 'many'] });
  }

  async function removed(): Promise<void> {
    try {
      await remove?.();
    } catch (error) {
      await auth.onError(error);
      notification.error({ message: t('errors.title'), description: errorText(error) });
      return;
    }
    await done(t(`${name}.delete.done`));
  }

  return (
    <Modal
      open
      title={row ? t(`${name}.edit`, { name: row.title }) : t(`${name}.new`)}
      onCancel={onClose}
      width={560}
      footer={
        <div className="dialog-actions">
          {remove && row && (
            <Button
              danger
              className="dialog-remove"
              onClick={() =>
                void modal.confirm({
                  title: t(`${name}.delete.title`, { name: row.title }),
                  content: t(`${name}.delete.text`),
                  okText: t('actions.delete'),
                  okButtonProps: { danger: true },
                  cancelText: t('actions.cancel'),
                  icon: null,
                  onOk: removed,
                })
              }
            >
              {t('actions.delete')}
            </Button>
          )}
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="primary" loading={sending} onClick={() => form.submit()}>
            {t(row ? 'actions.save' : 'actions.create')}
          </Button>
        </div>
      }
    >
      <Form<Values> form={form} layout="vertical" initialValues={initial} onFinish={submit}>
        {children}
        {failure && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
        {/* Enter in a field sends the form. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

function versionOf(current: unknown): string | undefined {
  if (typeof current !== 'object' || current === null || !('updated_at' in current)) return undefined;
  return typeof current.updated_at === 'string' ? current.updated_at : undefined;
}
