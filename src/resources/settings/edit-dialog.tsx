import { useInvalidate } from '@refinedev/core';
import { App, Button, Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { HttpError } from '#web/providers/http-client.ts';
import type { ChangedBy } from '#web/providers/http-error.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { type Difference, differencesOf } from '#web/ui/form/form-draft.ts';
import { draftNameOf, useKeptDraft } from '#web/ui/form/kept-draft.ts';
import { StaleDialog } from '#web/ui/form/stale-dialog.tsx';
import { useFirstField } from '#web/ui/form/first-field.ts';
import { useSubmit } from '#web/ui/form/use-submit.ts';
import '#web/ui/form/form-parts.css';
import './settings.css';

/** A field of a row that two people may have changed, and how its value is told. */
export interface ComparedField<Row> {
  name: keyof Row & string;
  shown: (row: Row) => ReactNode;
}

interface Stale<Row> {
  current: Row;
  differences: Difference<ComparedField<Row>>[];
  changedBy: ChangedBy | null;
}

/**
 * A short form in a dialog: makes a row, or changes or deletes `row`. Texts are `NAME.new`, `NAME.edit`,
 * `NAME.created`, `NAME.saved`, `NAME.delete.*`. A stale edit shows who changed what, and lets one keep either.
 */
export function EditDialog<
  Row extends { id: string; updated_at: string },
  Schema extends z.ZodType<object>,
  Values extends object,
>({
  name,
  title,
  row,
  form,
  schema,
  formOf,
  fields,
  compared,
  revive,
  save,
  remove,
  onClose,
  children,
}: {
  name: string;
  /** What the row is called. */
  title: string;
  row: Row | undefined;
  form: FormInstance<Values>;
  /** Gives the API's input, with the row's own names. */
  schema: Schema;
  /** A row, or a new one, as the form holds it: its parts have the row's names too. */
  formOf: (row: Row | undefined) => Values;
  fields: readonly string[];
  compared: readonly ComparedField<Row>[];
  /** See `useKeptDraft`. */
  revive?: (values: Values) => Values;
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
  const [initial] = useState(() => formOf(row));
  const [stale, setStale] = useState<Stale<Row> | null>(null);
  const baseRef = useKeptDraft({
    name: draftNameOf(name, row),
    form,
    initial,
    base: row,
    ...(revive && { revive }),
  });
  const { fields: fieldsRef, afterOpenChange } = useFirstField();
  const { submit, sending, failure } = useSubmit({
    form,
    schema,
    fields,
    send: async (input) => {
      if (await isSaved(input)) await done(t(`${name}.${row ? 'saved' : 'created'}`));
    },
  });

  /** Not when a colleague was faster and the choice is open; with nothing to choose it is sent again. */
  async function isSaved(input: z.output<Schema>): Promise<boolean> {
    try {
      await save(input, baseRef.current?.updated_at);
      return true;
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'stale' || !baseRef.current) throw error;
      const found = staleOf(error, baseRef.current, input);
      if (found.differences.length > 0) {
        setStale(found);
        return false;
      }
      baseRef.current = found.current;
      return isSaved(input);
    }
  }

  function staleOf({ current, changedBy }: HttpError, before: Row, input: z.output<Schema>): Stale<Row> {
    const theirs = current as Row; // the server's answer follows the contract
    const drafts = { base: { ...before }, mine: { ...before, ...input }, theirs: { ...theirs } };
    return { current: theirs, changedBy, differences: differencesOf(compared, drafts) };
  }

  function takeTheirs(names: string[]): void {
    if (!stale) return;
    const theirs = Object.entries(formOf(stale.current)).filter(([part]) => names.includes(part));
    form.setFieldsValue(Object.fromEntries(theirs) as Parameters<typeof form.setFieldsValue>[0]); // parts of Values
    baseRef.current = stale.current;
    setStale(null);
    form.submit();
  }

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
      title={row ? t(`${name}.edit`, { name: title }) : t(`${name}.new`)}
      onCancel={onClose}
      // What was typed is not lost to a click beside the dialog.
      maskClosable={false}
      afterOpenChange={afterOpenChange}
      width={560}
      footer={
        <div className="dialog-actions">
          {remove && row && (
            <Button
              danger
              className="dialog-remove"
              onClick={() =>
                void modal.confirm({
                  title: t(`${name}.delete.title`, { name: title }),
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
        <div ref={fieldsRef}>{children}</div>
        {failure && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
        {/* Enter in a field sends the form. */}
        <button type="submit" hidden />
      </Form>
      {stale && (
        <StaleDialog
          name={name}
          differences={stale.differences}
          shown={(field, value) => field.shown({ ...stale.current, [field.name]: value })}
          changedBy={stale.changedBy}
          onChosen={takeTheirs}
          onClose={() => setStale(null)}
        />
      )}
    </Modal>
  );
}
