import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { currentLocale } from '#web/providers/i18n.ts';
import type { FormDeclaration, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { useUnsaved } from './unsaved-changes.tsx';
import { type Draft, draftOf, inputOf, isSame } from './draft/form-draft.ts';
import { useKeptDraft } from './draft/kept-draft.ts';

/** Typed changes of a row. */
export interface RowDraft {
  form: FormInstance<Draft>;
  initial: Draft;
  typed: () => Draft;
  /**
   * The row that the form is based on: replaced only by code that shows a newer one, not by a refetch in the
   * background.
   */
  base: () => RowValues;
  /** Bases the form on this row from now on. */
  follow: (row: RowValues) => void;
  /** A row in the form's representation. */
  asShown: (row: RowValues) => Draft;
  isDirty: boolean;
  setDirty: (isDirty: boolean) => void;
  /** Marks the form as changed if it differs from the row. */
  compare: () => void;
}

/**
 * Holds typed changes of a row, and keeps them when the session ends. `name` distinguishes it from others on the
 * screen.
 */
export function useRowDraft({
  name,
  fields,
  row,
  onBack,
}: Pick<FormDeclaration, 'fields'> & {
  name: string;
  row: RowValues;
  /** Called when text from before the session's end is in the form again. */
  onBack?: (() => void) | undefined;
}): RowDraft {
  const [form] = Form.useForm<Draft>();
  // Amounts are compared in their first form, whatever language is chosen later.
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

/**
 * The typed values as the contract's input. For an existing row, fields that are sent only when changed are left out
 * if unchanged.
 */
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
