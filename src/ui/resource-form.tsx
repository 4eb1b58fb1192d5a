import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type * as z from 'zod';
import { HttpError } from '#web/providers/http-client.ts';
import type { ChangedBy } from '#web/providers/http-error.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { type FormField, listPath, type Resource, type Row, showPath } from '#web/ui/define-resource.ts';
import {
  type Difference,
  differencesOf,
  type Draft,
  draftOf,
  fieldsOf,
  inputOf,
  isSame,
} from '#web/ui/form/form-draft.ts';
import { FormActions } from '#web/ui/form/form-actions.tsx';
import { DraftValue, FormFieldItem } from '#web/ui/form/form-field.tsx';
import { Denied } from '#web/ui/denied.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import { ResourceShow } from '#web/ui/resource-show.tsx';
import { useRowForm } from '#web/ui/form/row-form.ts';
import { StaleDialog } from '#web/ui/form/stale-dialog.tsx';
import { useSubmit } from '#web/ui/form/use-submit.ts';
import './resource-form.css';

interface Asking<R extends Row, Schema extends z.ZodType> {
  resource: Resource<R>;
  /** Of the contract; checks before the server does. */
  schema: Schema;
  /** The field at which a refusal of the whole is shown, by its code (`email_taken` at `email`). */
  codes?: Readonly<Record<string, string>>;
  /** What was typed as the contract wants it, before it is checked. */
  tidy?: (input: Record<string, unknown>) => Record<string, unknown>;
}

/** The server's answer; nothing where whoever was asked has thought better of it. */
type Sent = { data: { id: string } } | null;

/**
 * A new row: `NAME.create` is its title, `NAME.created` what is said when it is there. `initial`: what the fields begin
 * with, as a row has it.
 */
export function ResourceCreate<R extends Row, Schema extends z.ZodType>({
  resource,
  initial,
  send,
  ...asking
}: Asking<R, Schema> & {
  initial: Readonly<Record<string, unknown>>;
  send: (input: z.output<Schema>) => Promise<{ data: { id: string } }>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Link className="back-link" to={listPath(resource)}>
        <BackIcon />
        {t(`${resource.name}.title`)}
      </Link>
      <ResourceForm
        {...asking}
        resource={resource}
        frame="create"
        title={t(`${resource.name}.create`)}
        row={initial}
        send={send}
        cancelTo={listPath(resource)}
        said={t(`${resource.name}.created`)}
      />
    </>
  );
}

/**
 * A row to change: `NAME.edit` is its title (`{{name}}`), `NAME.saved` what is said afterwards. `send` gets the input
 * with the row's `updated_at`; a 409 `stale` shows what a colleague changed and lets one keep either.
 */
export function ResourceEdit<R extends Row & { name?: string }, Schema extends z.ZodType>({
  resource,
  send,
  toRow = (row) => Object.fromEntries(Object.entries(row)),
  ...asking
}: Asking<R, Schema> & {
  send: (id: string, input: z.output<Schema>) => Promise<Sent>;
  /** The row as its fields name it, where that differs from the answer. */
  toRow?: (row: R) => Readonly<Record<string, unknown>>;
}) {
  const { t } = useTranslation();
  return (
    <ResourceShow resource={resource}>
      {(row) =>
        row.deleted_at ? (
          <Denied title={t('form.refused')} text={t('form.deleted')} back={showPath(resource, row.id)} />
        ) : (
          <ResourceForm
            key={row.id}
            {...asking}
            resource={resource}
            frame="edit"
            title={t(`${resource.name}.edit`, { name: row.name ?? '' })}
            row={toRow(row)}
            toRow={(current) => toRow(current as R)} // the server's answer follows the contract
            send={(input) => send(row.id, input)}
            cancelTo={showPath(resource, row.id)}
            said={t(`${resource.name}.saved`)}
          />
        )
      }
    </ResourceShow>
  );
}

function ResourceForm<R extends Row, Schema extends z.ZodType>(
  props: Parameters<typeof WritableForm<R, Schema>>[0],
) {
  const { resource, cancelTo } = props;
  const { t } = useTranslation();
  const may = useMay()(resource.permissions.write ?? resource.permissions.read, { write: true });
  if (!may.allowed) return <Denied title={t('form.refused')} text={may.reason} back={cancelTo} />;
  return <WritableForm {...props} />;
}

function WritableForm<R extends Row, Schema extends z.ZodType>({
  resource,
  schema,
  codes = {},
  tidy = (input) => input,
  frame,
  title,
  row,
  toRow = (current) => current as Record<string, unknown>, // as above
  send,
  cancelTo,
  said,
}: Asking<R, Schema> & {
  frame: 'create' | 'edit';
  title: string;
  row: Readonly<Record<string, unknown>>;
  toRow?: (current: unknown) => Readonly<Record<string, unknown>>;
  send: (input: z.output<Schema>) => Promise<Sent>;
  cancelTo: string;
  said: string;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm();
  const fields = fieldsOf(resource.fields ?? [], frame);
  // Amounts are compared as they were first written, whatever language is chosen meanwhile.
  const [locale] = useState(currentLocale);
  const [initial] = useState(() => draftOf(fields, row, locale));
  const [stale, setStale] = useState<{
    differences: Difference[];
    changedBy: ChangedBy | null;
    row: Draft;
  } | null>(null);
  const { baseRef, setDirty, question, refresh, leave } = useRowForm({
    resource,
    name: frame,
    form,
    initial,
    base: { draft: initial, updated_at: row['updated_at'] },
  });
  const { submit, sending, failure } = useSubmit({
    form,
    schema,
    fields: fields.flatMap((field) => (field.kind === 'part' ? field.errorsAt : [field.name])),
    send: async (input) => {
      const answer = await sent(input);
      if (answer) await leave(answer.data.id, said);
    },
  });

  /**
   * The answer, or nothing when a colleague was faster and the choice is open. With nothing to choose (one's own answer
   * that was lost, the same typed by both) it is sent again.
   */
  async function sent(input: z.output<Schema>): Promise<Sent> {
    try {
      return await send(input);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.code === 'stale' && error.current) {
        const current = toRow(error.current);
        const mine: Draft = form.getFieldsValue(true);
        const theirs = draftOf(fields, current, locale);
        const differences = differencesOf(fields, { base: baseRef.current.draft, mine, theirs });
        if (differences.length === 0) {
          baseRef.current = { draft: theirs, updated_at: current['updated_at'] };
          return sent({ ...(input as object), updated_at: current['updated_at'] } as typeof input); // the same, of now
        }
        setStale({ row: { ...current }, differences, changedBy: error.changedBy });
        if (typeof row['id'] === 'string') await refresh(row['id']);
        return null;
      }
      const field = codes[error.code];
      if (field === undefined || Object.keys(error.fields).length > 0) throw error;
      throw error.withFields({ [field]: [error.message] });
    }
  }

  function takeTheirs(names: string[]): void {
    if (!stale) return;
    const theirs = draftOf(fields, stale.row, locale);
    form.setFieldsValue(Object.fromEntries(names.map((name) => [name, theirs[name]])));
    baseRef.current = { draft: theirs, updated_at: stale.row['updated_at'] };
    setStale(null);
    form.submit();
  }

  return (
    <Form
      form={form}
      layout="vertical"
      // The browser's own messages would come first, in its language.
      noValidate
      className="resource-form"
      initialValues={initial}
      onValuesChange={() => setDirty(!isSame(form.getFieldsValue(true), initial))}
      onFinish={() =>
        submit({
          ...tidy(inputOf(fields, form.getFieldsValue(true))),
          ...(typeof baseRef.current.updated_at === 'string' && { updated_at: baseRef.current.updated_at }),
        })
      }
    >
      <h1 className="form-title">{title}</h1>
      <div className="panels">
        {[...new Set(fields.map(({ group }) => group))].map((group) => (
          <FormGroup key={group} title={t(`${resource.name}.form.${group}`)}>
            {fields
              .filter((field) => field.group === group)
              .map((field: FormField) => (
                <FormFieldItem key={field.name} name={resource.name} field={field} />
              ))}
          </FormGroup>
        ))}
      </div>
      <FormActions
        failure={failure}
        sending={sending}
        action={t(frame === 'create' ? `${resource.name}.new` : 'actions.save')}
        cancelTo={cancelTo}
      />
      {question}
      {stale && (
        <StaleDialog
          name={resource.name}
          differences={stale.differences}
          shown={(field, value) => <DraftValue name={resource.name} field={field} value={value} />}
          changedBy={stale.changedBy}
          onChosen={takeTheirs}
          onClose={() => setStale(null)}
        />
      )}
    </Form>
  );
}

function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="panel form-group">
      <legend className="section-title">{title}</legend>
      {children}
    </fieldset>
  );
}
