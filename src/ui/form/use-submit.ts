import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { errorText } from '#web/providers/i18n.ts';
import { checkInput, messagesOf, showMessages } from '#web/ui/form-rules.ts';

export interface Submit {
  submit(values: unknown): void;
  sending: boolean;
  /** What went wrong beyond the fields, as a sentence. */
  failure: string | null;
}

/**
 * Sends a form once: checked by the contract's schema first, then by the server; either one's messages land at
 * their fields. What was typed stays whatever happens.
 */
export function useSubmit<Schema extends z.ZodType>({
  form,
  schema,
  fields,
  send,
}: {
  form: FormInstance;
  schema: Schema;
  fields: readonly string[];
  send: (input: z.output<Schema>) => Promise<void>;
}): Submit {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);

  async function submit(values: unknown): Promise<void> {
    if (running.current) return;
    const checked = checkInput(schema, values, t);
    const left = showMessages(form, checked.ok ? {} : checked.messages, fields);
    setFailure(left[0] ?? null);
    if (!checked.ok) return;
    running.current = true;
    setSending(true);
    try {
      await send(checked.value);
    } catch (error) {
      const messages = messagesOf(error);
      const elsewhere = showMessages(form, messages, fields);
      const atField = Object.keys(messages).length > elsewhere.length;
      setFailure(elsewhere[0] ?? (atField ? null : errorText(error)));
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return { submit: (values) => void submit(values), sending, failure };
}
