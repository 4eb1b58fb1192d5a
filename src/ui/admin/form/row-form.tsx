import { type HttpError as RefineHttpError, useForm, useInvalidate } from '@refinedev/core';
import type { FormProps } from 'antd';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { causeOf } from '#web/providers/data-provider.ts';
import { HttpError } from '#web/providers/http-client.ts';
import type { FormDeclaration, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { type Draft, placesOf } from './draft/form-draft.ts';
import { type RowDraft, typedInput, useRowDraft } from './row-draft.ts';
import { useStaleChoice } from './stale-choice.tsx';
import { sendByKeys } from '#web/ui/admin/form/submit/send-keys.ts';
import { type Submit, useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';

export interface RowForm extends Pick<Submit, 'sending' | 'failure'> {
  /** For antd's `Form`. */
  props: FormProps<Draft> & Required<Pick<FormProps<Draft>, 'form'>>;
  draft: RowDraft;
  /** The dialog about a colleague's changes. */
  question: ReactNode;
}

/**
 * The behaviour of every declared form, on refine's `useForm`: typed text survives a login, the contract and then the
 * server check it with each message at its field, it is sent once, and if a colleague was faster, the person chooses.
 * `onSaved` shows the saved row.
 */
export function useRowForm({
  resource,
  name,
  id,
  row,
  declaration,
  onBack,
  save,
  onSaved,
}: {
  /** The resource's name in refine, and in the keys of its texts. */
  resource: string;
  /** The name of its draft among those of a screen. */
  name: string;
  /** The row to change; without one a row is created. */
  id?: string | undefined;
  /** The initial values. */
  row: RowValues;
  declaration: FormDeclaration;
  /** Called when text from before the session's end is in the form again. */
  onBack?: () => void;
  /** Replaces refine's create or update, where one form writes several rows. */
  save?: (input: RowValues) => Promise<RowValues>;
  onSaved: (saved: RowValues) => Promise<unknown>;
}): RowForm {
  const { fields, schema, before, after } = declaration;
  const invalidate = useInvalidate();
  const draft = useRowDraft({ name, fields, row, onBack });
  const write = useRowWrite({ resource, id, declaration, draft });
  const { attempt, question } = useStaleChoice({
    name: resource,
    fields,
    draft,
    onFound: async () => id !== undefined && invalidate({ resource, id, invalidates: ['detail'] }),
  });
  const { submit, sending, failure } = useSubmit({
    form: draft.form,
    schema,
    fields: placesOf(fields).map((place) => place.name),
    declared: fields,
    send: async (input) => {
      const checked = input as RowValues; // the schema is for an object
      const more = id === undefined || !before || (await before(checked, draft.base()));
      if (more === false) return;
      const whole = { ...checked, ...(more !== true && more) };
      const saved = await attempt(() => (save ?? write)(whole));
      if (!saved) return;
      // At once, because saving leaves the form right away.
      flushSync(() => draft.setDirty(false));
      after?.();
      await onSaved(saved);
    },
  });
  return {
    props: {
      form: draft.form,
      layout: 'vertical',
      // Otherwise the browser's own messages would come first, in its own language.
      noValidate: true,
      initialValues: draft.initial,
      onValuesChange: draft.compare,
      onKeyDown: sendByKeys(draft.form),
      onFinish: () => submit(typedInput(declaration, draft, { isNew: id === undefined && !save })),
    },
    draft,
    sending,
    failure,
    question,
  };
}

/** Creates or changes the row with refine's `useForm`, over the version that the form is based on. */
function useRowWrite({
  resource,
  id,
  declaration: { codes = {} },
  draft,
}: Pick<Parameters<typeof useRowForm>[0], 'resource' | 'id' | 'declaration'> & { draft: RowDraft }) {
  const { onFinish } = useForm<{ id: string }, RefineHttpError, object>({
    resource,
    action: id === undefined ? 'create' : 'edit',
    ...(id !== undefined && { id }),
    redirect: false,
    // The page has the row already, and reports the result itself.
    queryOptions: { enabled: false },
    invalidates: [],
    successNotification: false,
    errorNotification: false,
  });
  return async (input: RowValues): Promise<RowValues> => {
    const { updated_at } = draft.base();
    try {
      const answer = await onFinish({ ...input, ...(typeof updated_at === 'string' && { updated_at }) });
      return (answer as { data: RowValues }).data; // without undo there is always an answer
    } catch (error) {
      // refine takes sent values for saved ones
      draft.setDirty(true);
      throw atItsField(causeOf(error), codes);
    }
  };
}

function atItsField(cause: unknown, codes: Readonly<Record<string, string>>): unknown {
  const field = cause instanceof HttpError ? codes[cause.code] : undefined;
  if (!(cause instanceof HttpError) || field === undefined || Object.keys(cause.fields).length > 0)
    return cause;
  return cause.withFields({ [field]: [cause.message] });
}
