import { wayBack } from '#web/ui/admin/resource/list-place.ts';
import { Form, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { errorText } from '#web/providers/i18n.ts';
import { Denied } from '#web/ui/admin/kit/page/denied.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { BackIcon } from '#web/ui/admin/kit/icons.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import {
  type AnyResource,
  type FormDeclaration,
  type RowValues,
  showPath,
  type UseDeclaration,
} from '#web/ui/admin/resource/define-resource.ts';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { ResourceShow, type ShownRow } from '#web/ui/admin/show/resource-show.tsx';
import { withRequired } from '#web/ui/admin/form/submit/required-fields.ts';
import { FormActions } from '#web/ui/admin/form/submit/form-actions.tsx';
import { fieldsOf } from './draft/form-draft.ts';
import { FormFields } from './form-field.tsx';
import { useRowForm } from './row-form.tsx';
import './resource-form.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

interface Frame {
  resource: AnyResource;
  useDeclaration: UseDeclaration;
}

/** The page for a new row: `NAME.create` is its title, `NAME.created` the toast afterwards. */
export function ResourceCreate({ resource, useDeclaration }: Frame) {
  const { t } = useTranslation();
  const declaration = useDeclaration();
  return (
    <>
      <Link className="back-link" to={wayBack(resource)} state={{ back: true }}>
        <BackIcon />
        {t(declaredKey(`${resource.name}.title`))}
      </Link>
      <AwaitedForm
        resource={resource}
        declaration={declaration}
        row={declaration?.initial ?? {}}
        title={t(declaredKey(`${resource.name}.create`))}
      />
    </>
  );
}

/**
 * The page for changing a row: `NAME.edit` is its title (`{{name}}`), `NAME.saved` the toast afterwards. The input is
 * sent with the row's `updated_at`; a 409 `stale` shows a colleague's changes, to choose from.
 */
export function ResourceEdit({ resource, useDeclaration }: Frame) {
  const { t } = useTranslation();
  const { id } = useParams();
  const declaration = useDeclaration(id);
  if (declaration?.denied) return <Denied text={declaration.denied} />;
  return (
    <>
      {declaration?.above}
      <ResourceShow resource={resource}>
        {(row: ShownRow) => {
          if (row.deleted_at) {
            return (
              <Denied title={t('form.refused')} text={t('form.deleted')} back={showPath(resource, row.id)} />
            );
          }
          return (
            <AwaitedForm
              key={row.id}
              resource={resource}
              declaration={declaration}
              id={row.id}
              row={{ ...row }}
              title={t(declaredKey(`${resource.name}.edit`), { name: row.name ?? '' })}
            />
          );
        }}
      </ResourceShow>
    </>
  );
}

interface FormProps {
  resource: AnyResource;
  declaration: FormDeclaration;
  /** The row to change; without one a row is created. */
  id?: string;
  row: RowValues;
  title: string;
}

/** The form as soon as all that it needs is read, or why that can't be. */
function AwaitedForm({
  declaration,
  ...form
}: Omit<FormProps, 'declaration'> & { declaration: FormDeclaration | null }) {
  if (!declaration) return <Skeleton active />;
  const { failed } = declaration;
  if (failed) return <Failure text={errorText(failed.error)} retry={failed.retry} />;
  return <ResourceForm declaration={declaration} {...form} />;
}

function ResourceForm({ resource, declaration, id, row, title }: FormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { name } = resource;
  const { run } = useRowAction(name, id ?? '');
  const frame = id === undefined ? 'create' : 'edit';
  const fields = withRequired(fieldsOf(declaration.fields, frame), { ...declaration, initial: row });
  const groups = [...new Set(fields.map(({ group }) => group))];
  const beside = groups.filter((group) => declaration.beside?.includes(group));
  const below = groups.filter((group) => declaration.below?.includes(group));
  const first = groups.filter((group) => !beside.includes(group) && !below.includes(group));
  const { props, sending, failure, question } = useRowForm({
    resource: name,
    name: frame,
    id,
    row,
    declaration: { ...declaration, fields },
    onSaved: async (saved) => {
      const done = t(declaredKey(`${name}.${id === undefined ? 'created' : 'saved'}`));
      await run({ done, send: () => Promise.resolve() });
      await navigate(showPath(resource, String(saved['id'])));
    },
  });
  // A link may lead to one field.
  const named = useLocation().hash.slice(1);
  useEffect(() => {
    if (fields.some((field) => field.name === named)) props.form?.focusField(named);
  }, [named]); // eslint-disable-line react-hooks/exhaustive-deps -- once for each link
  return (
    <Form {...props} className={beside.length > 0 ? 'resource-form form-in-columns' : 'resource-form'}>
      <PageHeading className="form-title" title={title} />
      <div className="form-columns">
        {[first, beside, below].map(
          (column, place) =>
            column.length > 0 && (
              <div key={place} className="panels">
                {column.map((group) => (
                  <fieldset key={group} className="panel form-group">
                    <legend className="section-title">{t(declaredKey(`${name}.parts.${group}`))}</legend>
                    <FormFields name={name} fields={fields.filter((field) => field.group === group)} />
                  </fieldset>
                ))}
              </div>
            ),
        )}
      </div>
      <FormActions
        failure={failure}
        sending={sending}
        action={t(id === undefined ? declaredKey(`${name}.new`) : 'actions.save')}
        cancelTo={id === undefined ? wayBack(resource) : showPath(resource, id)}
      />
      {question}
    </Form>
  );
}
