import { useInvalidate } from '@refinedev/core';
import { App, type FormInstance } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Resource, type Row, showPath } from '#web/ui/define-resource.ts';
import { useKeptDraft } from '#web/ui/form/kept-draft.ts';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.tsx';

/**
 * What a form that is a page does around its fields, whether a row is new or changed: nothing typed is lost unasked,
 * and once it is saved the row's page comes. `name` and `base`: see `useKeptDraft`.
 */
export function useRowForm<R extends Row, Values extends object, Base>({
  resource,
  name,
  form,
  initial,
  base: begun,
}: {
  resource: Resource<R>;
  name: string;
  form: FormInstance<Values>;
  initial: object;
  base: Base;
}) {
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [isDirty, setDirty] = useState(false);
  const { release, question } = useUnsavedGuard(isDirty);
  const baseRef = useKeptDraft({ name, form, initial, base: begun, onBack: () => setDirty(true) });

  /** The row's page must not show what is no longer so. */
  const refresh = (id: string) => invalidate({ resource: resource.name, id, invalidates: ['detail'] });

  async function leave(id: string, said: string): Promise<void> {
    release();
    notification.success({ message: said });
    await invalidate({ resource: resource.name, invalidates: ['list', 'many'] });
    await refresh(id);
    await navigate(showPath(resource, id));
  }

  return { baseRef, setDirty, question, refresh, leave };
}
