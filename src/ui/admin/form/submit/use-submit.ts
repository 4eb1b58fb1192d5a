import { Form, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { errorText } from '#web/providers/i18n.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { byFormNames } from '#web/ui/admin/form/draft/form-draft.ts';
import { checkInput, messagesOf, showMessages } from './form-rules.ts';

export interface Submit {
  submit(values: unknown): void;
  sending: boolean;
  /** The error of the whole form, as a text. */
  failure: string | null;
}

/**
 * Sends a form once: the contract's schema checks it first, then the server. Messages of both appear at their fields
 * and stay until the field is changed. Typed text always stays.
 */
export function useSubmit<Schema extends z.ZodType>({
  form,
  schema,
  fields,
  declared = [],
  send,
}: {
  form: FormInstance;
  schema: Schema;
  /** Where messages are shown, in the order of the form. */
  fields: readonly string[];
  /** The declared fields of the input: some have other names in the form. */
  declared?: readonly FormField[];
  send: (input: z.output<Schema>) => Promise<void>;
}): Submit {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const keep = useMessagesUntilChanged(form);

  function show(said: Record<string, string>): string[] {
    const messages = byFormNames(declared, said);
    keep(Object.keys(messages).filter((field) => fields.includes(field)));
    return showMessages(form, messages, fields);
  }

  async function submit(values: unknown): Promise<void> {
    if (running.current) return;
    const checked = checkInput(schema, values, t, declared);
    const left = show(checked.ok ? {} : checked.messages);
    setFailure(left[0] ?? null);
    if (!checked.ok) return;
    running.current = true;
    setSending(true);
    try {
      await send(checked.value);
    } catch (error) {
      const messages = messagesOf(error);
      const elsewhere = show(messages);
      const atField = Object.keys(messages).length > elsewhere.length;
      setFailure(elsewhere[0] ?? (atField ? null : errorText(error)));
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return { submit: (values) => void submit(values), sending, failure };
}

/** Removes each message when its field changes, because it may no longer apply. */
function useMessagesUntilChanged(form: FormInstance): (fields: readonly string[]) => void {
  const shown = useRef({ tries: 0, values: new Map<string, string>() });
  const valueOf = (field: string) => JSON.stringify(form.getFieldValue(field.split('.'))) ?? '';
  const changed = Form.useWatch(
    () => {
      const { tries, values } = shown.current;
      const fields = [...values].flatMap(([field, value]) => (valueOf(field) === value ? [] : [field]));
      return JSON.stringify({ tries, fields });
    },
    { form, preserve: true },
  );
  useEffect(() => {
    if (!changed) return;
    const { fields } = JSON.parse(changed) as { fields: string[] }; // written above
    for (const field of fields) shown.current.values.delete(field);
    if (fields.length > 0) form.setFields(fields.map((field) => ({ name: field.split('.'), errors: [] })));
  }, [changed, form]);
  return (fields) => {
    const { tries } = shown.current;
    shown.current = { tries: tries + 1, values: new Map(fields.map((field) => [field, valueOf(field)])) };
  };
}
