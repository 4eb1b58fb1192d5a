import { type HttpError as RefineHttpError, useForm, useInvalidate } from '@refinedev/core';
import { Form, type FormProps } from 'antd';
import { type ReactNode, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { causeOf } from '#web/providers/data-provider.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import type { FormDeclaration, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { differencesOf, type Draft, draftOf, inputOf, isSame, placesOf } from './draft/form-draft.ts';
import { useKeptDraft } from './draft/kept-draft.ts';
import { useStaleChoice } from './stale-choice.tsx';
import { useUnsaved } from './unsaved-changes.tsx';
import { type Submit, useSubmit } from './use-submit.ts';

export interface RowForm extends Pick<Submit, 'sending' | 'failure'> {
  /** For antd's `Form`. */
  props: FormProps<Draft> & Required<Pick<FormProps<Draft>, 'form'>>;
  /** The row that the form is based on: replaced by code that shows a newer one, not by a refetch behind the form. */
  baseRef: RefObject<RowValues>;
  isDirty: boolean;
  setDirty: (isDirty: boolean) => void;
  /** What a colleague has changed meanwhile. */
  question: ReactNode;
}

/**
 * What every form of a declaration does with what is typed, on refine's `useForm`: it waits for a login, it is checked
 * by the contract and by the server with each message at its place, it is sent once, and where a colleague was faster one
 * keeps either. `onSaved` shows what has become of the row.
 */
export function useRowForm({
  resource,
  draft,
  id,
  row,
  declaration,
  onBack,
  save,
  onSaved,
}: {
  /** Of refine, and of its texts. */
  resource: string;
  /** The name of its draft among those of a screen. */
  draft: string;
  /** Of the row that is changed; without one a row is made. */
  id?: string | undefined;
  /** As the fields begin. */
  row: RowValues;
  declaration: FormDeclaration;
  /** What was typed before the session ended is in the form again. */
  onBack?: () => void;
  /** Instead of refine's creation or change: where one form writes several rows. */
  save?: (input: RowValues, base: RefObject<RowValues>) => Promise<RowValues>;
  onSaved: (saved: RowValues) => Promise<unknown>;
}): RowForm {
  const { fields, schema, codes = {}, onlyChanged = [], tidy = same, before, after } = declaration;
  const invalidate = useInvalidate();
  const [form] = Form.useForm<Draft>();
  // Amounts are compared as they were first written, whatever language is chosen meanwhile.
  const [locale] = useState(currentLocale);
  const [initial] = useState(() => draftOf(fields, row, locale));
  const [isDirty, setDirty] = useUnsaved(draft);
  const baseRef = useKeptDraft<RowValues>({
    name: draft,
    form,
    initial,
    base: row,
    onBack: () => {
      onBack?.();
      setDirty(true);
    },
  });
  const { onFinish } = useForm<{ id: string }, RefineHttpError, object>({
    resource,
    action: id === undefined ? 'create' : 'edit',
    ...(id !== undefined && { id }),
    redirect: false,
    // The page has the row already, and says itself what became of it.
    queryOptions: { enabled: false },
    invalidates: [],
    successNotification: false,
    errorNotification: false,
  });
  const typed = (): Draft => form.getFieldsValue(true);
  const stale = useStaleChoice({
    name: resource,
    compare: (current) => {
      const [base, theirs] = [baseRef.current, current].map((one) => draftOf(fields, one, locale));
      return differencesOf(fields, { base: base ?? {}, mine: typed(), theirs: theirs ?? {} });
    },
    onFound: async () => id !== undefined && invalidate({ resource, id, invalidates: ['detail'] }),
    follow: (current) => {
      baseRef.current = current;
    },
    take: (differences, theirs) => {
      for (const { place, mine, theirs: other } of differences) {
        form.setFieldValue(place.name.split('.'), theirs.includes(place.name) ? other : mine);
      }
      form.submit();
    },
  });
  const { submit, sending, failure } = useSubmit({
    form,
    schema,
    fields: placesOf(fields).map(({ name }) => name),
    declared: fields,
    send: async (input) => {
      const checked = input as RowValues; // of a schema of an object
      const more = id === undefined || !before || (await before(checked, baseRef.current));
      if (more === false) return;
      const whole = { ...checked, ...(more !== true && more) };
      const saved = await stale.attempt(() => (save ? save(whole, baseRef) : sent(whole)));
      if (!saved) return;
      // At once, because saving leaves the form right away.
      flushSync(() => setDirty(false));
      after?.();
      await onSaved(saved);
    },
  });

  async function sent(input: RowValues): Promise<RowValues> {
    const { updated_at } = baseRef.current;
    try {
      const answer = await onFinish({ ...input, ...(typeof updated_at === 'string' && { updated_at }) });
      return (answer as { data: RowValues }).data; // there is always one where nothing is undone
    } catch (error) {
      // refine takes what is sent for saved.
      setDirty(true);
      throw atItsField(causeOf(error), codes);
    }
  }

  function input(): Record<string, unknown> {
    const now = tidy(inputOf(fields, typed()));
    if (onlyChanged.length === 0 || (id === undefined && !save)) return now;
    const known = tidy(inputOf(fields, draftOf(fields, baseRef.current, locale)));
    return Object.fromEntries(
      Object.entries(now).filter(
        ([name, value]) => !onlyChanged.includes(name) || !isSame(value, known[name]),
      ),
    );
  }

  return {
    props: {
      form,
      layout: 'vertical',
      // The browser's own messages would come first, in its language.
      noValidate: true,
      initialValues: initial,
      onValuesChange: () => setDirty(!isSame(typed(), draftOf(fields, baseRef.current, locale))),
      onFinish: () => submit(input()),
    },
    baseRef,
    isDirty,
    setDirty,
    sending,
    failure,
    question: stale.question,
  };
}

function same<Input>(input: Input): Input {
  return input;
}

function atItsField(cause: unknown, codes: Readonly<Record<string, string>>): unknown {
  const field = cause instanceof HttpError ? codes[cause.code] : undefined;
  if (!(cause instanceof HttpError) || field === undefined || Object.keys(cause.fields).length > 0)
    return cause;
  return cause.withFields({ [field]: [cause.message] });
}
