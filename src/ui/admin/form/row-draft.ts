import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { currentLocale } from '#web/providers/i18n.ts';
import type { FormDeclaration, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { useUnsaved } from './unsaved-changes.tsx';
import { type Draft, draftOf, inputOf, isSame } from './draft/form-draft.ts';
import { useKeptDraft } from './draft/kept-draft.ts';

/** What is typed over a row. */
export interface RowDraft {
  form: FormInstance<Draft>;
  initial: Draft;
  typed: () => Draft;
  /** The row that the form is based on: replaced by code that shows a newer one, not by a refetch behind the form. */
  base: () => RowValues;
  /** The form is based on this row from now on. */
  follow: (row: RowValues) => void;
  /** A row as the form shows it. */
  asShown: (row: RowValues) => Draft;
  isDirty: boolean;
  setDirty: (isDirty: boolean) => void;
  /** Dirty is what differs from the row. */
  compare: () => void;
}

/** Holds what is typed over a row, and keeps it when the session ends. `name` tells it from others of the screen. */
export function useRowDraft({
  name,
  fields,
  row,
  onBack,
}: Pick<FormDeclaration, 'fields'> & {
  name: string;
  row: RowValues;
  /** What was typed before the session ended is in the form again. */
  onBack?: (() => void) | undefined;
}): RowDraft {
  const [form] = Form.useForm<Draft>();
  // Amounts are compared as they were first written, whatever language is chosen meanwhile.
  const [locale] = useState(currentLocale);
  const [initial] = useState(() => draftOf(fields, row, locale));
  const [isDirty, setDirty] = useUnsaved(name);
  const baseRef = useKeptDraft<RowValues>({
    name,
    form,
    initial,
    base: row,
    onBack: () => {
      onBack?.();
      setDirty(true);
    },
  });
  const typed = (): Draft => form.getFieldsValue(true);
  const asShown = (one: RowValues) => draftOf(fields, one, locale);
  return {
    form,
    initial,
    typed,
    base: () => baseRef.current,
    follow: (newer) => {
      baseRef.current = newer;
    },
    asShown,
    isDirty,
    setDirty,
    compare: () => setDirty(!isSame(typed(), asShown(baseRef.current))),
  };
}

/** What is typed as the contract's input; over a row that is there, without what is sent only when it was changed. */
export function typedInput(
  { fields, onlyChanged = [], tidy = same }: FormDeclaration,
  draft: RowDraft,
  { isNew }: { isNew: boolean },
): Record<string, unknown> {
  const input = tidy(inputOf(fields, draft.typed()));
  if (onlyChanged.length === 0 || isNew) return input;
  const known = tidy(inputOf(fields, draft.asShown(draft.base())));
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => !onlyChanged.includes(name) || !isSame(value, known[name]),
    ),
  );
}

function same<Input>(input: Input): Input {
  return input;
}
