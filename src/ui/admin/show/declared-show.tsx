import { useTranslation } from 'react-i18next';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import type {
  AnyResource,
  Resource,
  Row,
  Screen,
  ShowDeclaration,
} from '#web/ui/admin/resource/define-resource.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { ResourceFacts, ResourceShow } from './resource-show.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** A row's page, made from its declaration. */
export function showScreen(resource: AnyResource): Screen {
  const known = resource as unknown as Resource<Row>; // it only gets its own rows
  return async () => {
    if (!known.show) throw new Error(`${known.name} has no page of its rows`);
    const show = await known.show();
    return { Component: () => <DeclaredShow resource={known} show={show} /> };
  };
}

function DeclaredShow<R extends Row>({
  resource,
  show,
}: {
  resource: Resource<R>;
  show: ShowDeclaration<R>;
}) {
  return (
    <ResourceShow<R> resource={resource} lookEvery={show.lookEvery}>
      {(row) => <ShownRow resource={resource} show={show} row={row} />}
    </ResourceShow>
  );
}

function ShownRow<R extends Row>({
  resource,
  show: { title, above: Above, subtitle: Subtitle, actions: Actions, parts },
  row,
}: {
  resource: Resource<R>;
  show: ShowDeclaration<R>;
  row: R;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <article>
      {Above && <Above row={row} />}
      <header className="show-head">
        <div>
          <PageHeading
            title={title?.(row, formats) ?? (resource.titleField ? String(row[resource.titleField]) : row.id)}
          />
          {Subtitle && (
            <p className="show-subtitle">
              <Subtitle row={row} />
            </p>
          )}
        </div>
        {Actions && (
          <div className="show-actions">
            <Actions row={row} />
          </div>
        )}
      </header>
      <div className="panels">
        {parts.map((one, at) => {
          if ('part' in one) return <one.part key={at} row={row} />;
          const { group, fields, ifGiven = [], isTall, below: Below } = one;
          return (
            <ResourceFacts
              key={group}
              resource={resource}
              row={row}
              title={t(declaredKey(`${resource.name}.parts.${group}`))}
              isTall={isTall}
              fields={fields.filter((field) => !ifGiven.includes(field) || Boolean(row[field]))}
            >
              {Below && <Below row={row} />}
            </ResourceFacts>
          );
        })}
      </div>
    </article>
  );
}
