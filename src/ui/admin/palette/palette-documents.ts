import { useEffect, useState } from 'react';
import type { Document } from '#contract/entities/document.ts';
import type { Payment } from '#contract/entities/payment.ts';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { documentApi } from '#contract/routes/document.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { containing, sought } from '#web/providers/list-pattern.ts';
import { useAdmin, useHolds } from '#web/ui/admin/resource/admin-context.ts';

const restMs = 220;
const shownAtOnce = 4;

interface Found {
  documents: Document[];
  payments: Payment[];
}
const nothing: Found = { documents: [], payments: [] };

/**
 * The documents and payments that a number names, in any spelling. Texts without a digit name none. What was found for
 * an earlier text is gone at once: a number is read as a whole.
 */
export function usePaletteDocuments(typed: string, { enabled }: { enabled: boolean }): Found {
  const { http } = useAdmin();
  const text = sought(typed);
  const isAsked = useHolds()(documentApi.documents) && enabled && /\d/.test(text);
  const [answer, setAnswer] = useState({ text: '', found: nothing });

  useEffect(() => {
    if (!isAsked) return;
    const stale = new AbortController();
    const timer = setTimeout(() => void ask(stale.signal), restMs);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };

    async function ask(signal: AbortSignal): Promise<void> {
      const query = printListQuery({
        limit: shownAtOnce,
        filters: [{ field: 'search', op: 'ilike', value: containing(text) }],
      });
      try {
        const [documents, payments] = await Promise.all([
          http.call(documentApi.documents, { query, signal }),
          http.call(paymentApi.payments, { query, signal }),
        ]);
        setAnswer({ text, found: { documents: documents.data, payments: payments.data } });
      } catch {
        // The clients' search says when nothing can be searched.
      }
    }
  }, [text, isAsked, http]);

  return isAsked && answer.text === text ? answer.found : nothing;
}
