import { type ReactNode, useState } from 'react';
import type { ChangedBy } from '#web/providers/http-error.ts';
import { HttpError } from '#web/providers/http-error.ts';
import type { RowValues } from '#web/ui/admin/resource/define-resource.ts';
import type { Difference } from './draft/form-draft.ts';
import { StaleDialog } from './stale-dialog.tsx';

interface Found {
  /** The row as it is now. */
  current: RowValues;
  differences: readonly Difference[];
  changedBy: ChangedBy | null;
}

/**
 * What happens when a colleague was faster (409 `stale`): with nothing to choose (one's own answer that was lost, the
 * same typed by both) it is sent again over the newer row, else a dialog lets one keep either, field by field.
 */
export function useStaleChoice({
  name,
  compare,
  onFound,
  follow,
  take,
}: {
  /** Of the texts. */
  name: string;
  /** What differs between the row that the answer brought and what is typed here. */
  compare: (current: RowValues) => readonly Difference[];
  onFound: () => Promise<unknown>;
  /** The form is in step with this row from now on. */
  follow: (current: RowValues) => void;
  /** Puts these differences into the form, theirs or one's own, and sends it again. */
  take: (differences: readonly Difference[], theirs: readonly string[]) => void;
}): {
  /** The answer; null while the choice is open. `send` reads the version that the form is in step with. */
  attempt: <Answer>(send: () => Promise<Answer>) => Promise<Answer | null>;
  question: ReactNode;
} {
  const [stale, setStale] = useState<Found | null>(null);

  async function attempt<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'stale' || !error.current) throw error;
      const current = error.current as RowValues; // the server's answer follows the contract
      const differences = compare(current);
      await onFound();
      if (differences.length > 0) {
        setStale({ current, differences, changedBy: error.changedBy });
        return null;
      }
      follow(current);
      return attempt(send);
    }
  }

  const question = stale && (
    <StaleDialog
      name={name}
      differences={stale.differences}
      changedBy={stale.changedBy}
      onChosen={(theirs) => {
        follow(stale.current);
        setStale(null);
        take(stale.differences, theirs);
      }}
      onClose={() => setStale(null)}
    />
  );
  return { attempt, question };
}
