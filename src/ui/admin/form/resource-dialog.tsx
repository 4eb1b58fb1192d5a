import { useInvalidate } from '@refinedev/core';
import { App, Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import type {
  AnyResource,
  FormDeclaration,
  Row,
  UseDeclaration,
} from '#web/ui/admin/resource/define-resource.ts';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { fieldsOf } from './draft/form-draft.ts';
import { FormFields } from './form-field.tsx';
import { draftNameOf } from './draft/kept-draft.ts';
import { useRowForm } from './row-form.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { withRequired } from '#web/ui/admin/form/submit/required-fields.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

interface DialogProps {
  resource: AnyResource;
  /** The row to change or delete; without one a row is created. */
  row?: Row | undefined;
  /** The row's name. */
  title: string;
  /** Gets the id of a row that was created. */
  onMade?: ((id: string) => void) | undefined;
  onClose: () => void;
}

/**
 * The form of a declaration in a dialog. Its texts are `NAME.new`, `NAME.edit`, `NAME.created`, `NAME.saved`,
 * `NAME.delete.*`, and `NAME.send` if creating does more than create.
 */
export function ResourceDialog({
  useDeclaration,
  ...dialog
}: DialogProps & { useDeclaration: UseDeclaration }) {
  const declaration = useDeclaration(dialog.row?.id);
  return declaration && <FormDialog {...dialog} declaration={declaration} />;
}

function FormDialog({
  resource,
  row,
  title,
  declaration,
  onMade,
  onClose,
}: DialogProps & { declaration: FormDeclaration }) {
  const { t, i18n } = useTranslation();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const { name, routes } = resource;
  const fields = fieldsOf(declaration.fields, row ? 'edit' : 'create');
  const { props, draft, sending, failure, question } = useRowForm({
    resource: name,
    name: draftNameOf(name, row),
    id: row?.id,
    row: row ? { ...row } : (declaration.initial ?? {}),
    declaration: { ...declaration, fields },
    onSaved: async (saved) => {
      notification.success({ message: t(declaredKey(`${name}.${row ? 'saved' : 'created'}`), { ...saved }) });
      onClose();
      if (!row) onMade?.(String(saved['id']));
      await invalidate({ resource: name, invalidates: ['list', 'many'] });
    },
  });
  const action = i18n.exists(`${name}.send`) ? declaredKey(`${name}.send`) : 'actions.create';
  return (
    <DialogFrame
      title={row ? t(declaredKey(`${name}.edit`), { name: title }) : t(declaredKey(`${name}.new`))}
      isDirty={draft.isDirty}
      onClose={onClose}
      width={declaration.width ?? '35rem'}
      footer={
        <div className="dialog-actions">
          {row && routes.remove && <RemoveButton name={name} row={row} title={title} onDone={onClose} />}
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="primary" loading={sending} onClick={() => props.form.submit()}>
            {t(row ? 'actions.save' : action)}
          </Button>
        </div>
      }
    >
      {declaration.above}
      <Form {...props}>
        <FormFields
          name={name}
          fields={withRequired(fields, { ...declaration, initial: row ? { ...row } : declaration.initial })}
        />
        <FormFailure text={failure} />
        {/* Makes Enter in a field send the form. */}
        <button type="submit" hidden />
      </Form>
      {question}
    </DialogFrame>
  );
}

/** The fields of a row for a text about it. */
function spokenRow(row: Row, number: (value: number) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
  );
}

/** Deletes the row for good, after asking. */
function RemoveButton({
  name,
  row,
  title,
  onDone,
}: {
  name: string;
  row: Row;
  title: string;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { remove } = useRowWrites(name);
  const { number } = useFormats();
  const { run } = useRowAction(name, row.id);

  async function send(): Promise<void> {
    await remove(row.id);
    onDone();
  }

  return (
    <Button
      danger
      type="text"
      className="dialog-remove"
      onClick={() =>
        void modal.confirm({
          title: t(declaredKey(`${name}.delete.title`), { name: title }),
          content: t(declaredKey(`${name}.delete.text`), spokenRow(row, number)),
          okText: t('actions.delete'),
          okButtonProps: { danger: true },
          cancelText: t('actions.cancel'),
          icon: null,
          onOk: () => run({ send, done: t(declaredKey(`${name}.delete.done`)) }),
        })
      }
    >
      {t('actions.delete')}
    </Button>
  );
}
