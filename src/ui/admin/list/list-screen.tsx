import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { CreateButton } from '#web/ui/admin/actions/create-button.tsx';
import {
  actionsOf,
  type AnyResource,
  type Resource,
  type Row,
  routeOfScreen,
} from '#web/ui/admin/resource/define-resource.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { RowDialog } from '#web/ui/admin/form/form-frames.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { ResourceList } from './resource-list.tsx';
import { TabParts, tabOfPart } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** The list of a resource as its declaration has it: with the ways to a new row, and beside the other parts of its tab. */
export function ListScreen({ resource }: { resource: AnyResource }) {
  const { actions: Actions, whenEmpty: WhenEmpty, above: Above, below: Below } = resource.list ?? {};
  const tab = tabOfPart(resource.path);
  return (
    <>
      {tab && <TabParts tab={tab} />}
      {Above && (
        <div className="above-list">
          <ScreenHeading resource={resource} />
          <Above />
        </div>
      )}
      <ResourceList
        // Its columns only get its own rows.
        resource={resource as unknown as Resource<Row>}
        actions={
          <>
            {Actions && (
              <Suspense fallback={null}>
                <Actions />
              </Suspense>
            )}
            {actionsOf(resource).includes('create') && <CreateButton resource={resource} />}
            {resource.form?.in === 'dialog' && <NewButton resource={resource} />}
          </>
        }
        whenEmpty={WhenEmpty && <WhenEmpty />}
      />
      {Below && <Below />}
    </>
  );
}

/** The name of a screen whose list is not its first subject. */
function ScreenHeading({ resource }: { resource: AnyResource }) {
  const { t } = useTranslation();
  return (
    <div className="list-head">
      <PageHeading title={t(resource.title ?? declaredKey(`${resource.name}.title`))} />
    </div>
  );
}

/** Opens the dialog of a new row, for people who may create one; the text is `NAME.new`. */
function NewButton({ resource }: { resource: AnyResource }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const needs = routeOfScreen(resource, 'create');
  if (!useHolds()(needs)) return null;
  return (
    <>
      <GuardedButton needs={needs} type="primary" shortcut="c" onClick={() => setOpen(true)}>
        {t(declaredKey(`${resource.name}.new`))}
      </GuardedButton>
      {isOpen && <RowDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  );
}
