import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import type { Document } from '#contract/entities/document.ts';
import { typedOf } from './paid-invoice.tsx';

/**
 * Fills in the only open invoice and its rest as soon as a way of payment is chosen that needs one, where nothing is
 * typed; once, and it goes again with the way.
 */
export function useOnlyInvoice(
  form: FormInstance,
  { open, isNeeded }: { open: readonly Document[]; isNeeded: boolean },
): void {
  const filled = useRef<ReturnType<typeof typedOf> | null>(null);
  const only = open.length === 1 ? open[0] : undefined;
  useEffect(() => {
    const before = filled.current;
    if (isNeeded && only && !before) {
      const { invoice = '', amount = '' } = typedIn(form);
      if (invoice !== '') return;
      filled.current = typedOf(only);
      form.setFieldsValue(amount === '' ? filled.current : { invoice: filled.current.invoice });
    }
    if (!isNeeded && before) {
      const { invoice, amount } = typedIn(form);
      filled.current = null;
      form.setFieldsValue({
        ...(invoice === before.invoice && { invoice: '' }),
        ...(amount === before.amount && { amount: '' }),
      });
    }
  }, [form, isNeeded, only]);
}

function typedIn(form: FormInstance): { invoice?: string; amount?: string } {
  return form.getFieldsValue(['invoice', 'amount']) as { invoice?: string; amount?: string };
}
