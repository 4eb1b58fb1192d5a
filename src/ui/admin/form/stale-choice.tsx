import { type ReactNode, useState } from 'react';
import { type ChangedBy, HttpError } from '#web/providers/http-error.ts';
import type { FormDeclaration, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { type Difference, differencesOf } from './draft/form-draft.ts';
import type { RowDraft } from './row-draft.ts';
import { StaleDialog } from './stale-dialog.tsx';

interface Found {
  /** The row as it is now. */
  current: RowValues;
  differences: readonly Difference[];
  changedBy: ChangedBy | null;
}

/**
 * Handles a stale write (409 `stale`). If there is nothing to choose (the person's own lost answer, or the same text
 * by both), it is sent again over the newer row. Otherwise a dialog lets the person choose field by field.
 */
export function useStaleChoice({
  name,
  fields,
  draft,
  onFound,
}: Pick<FormDeclaration, 'fields'> & {
  /** The name in the keys of its texts. */
  name: string;
  draft: RowDraft;
  onFound: () => Promise<unknown>;
}): {
  /** The answer; null while the dialog is open. `send` reads the version that the form is based on. */
  attempt: <Answer>(send: () => Promise<Answer>) => Promise<Answer | null>;
  question: ReactNode;
} {
  const [stale, setStale] = useState<Found | null>(null);

  async function attempt<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'stale' || !error.current) throw error;
      const current = error.current as RowValues; // typed by the contract
      const differences = differencesOf(fields, {
        base: draft.asShown(draft.base()),
        mine: draft.typed(),
        theirs: draft.asShown(current),
      });
      await onFound();
      if (differences.length > 0) {
        setStale({ current, differences, changedBy: error.changedBy });
        return null;
      }
      draft.follow(current);
      return attempt(send);
    }
  }

  const question = stale && (
    <StaleDialog
      name={name}
      differences={stale.differences}
      changedBy={stale.changedBy}
      onChosen={(theirs) => {
        draft.follow(stale.current);
        setStale(null);
        for (const { place, mine, theirs: other } of stale.differences) {
          draft.form.setFieldValue(place.name.split('.'), theirs.includes(place.name) ? other : mine);
        }
        draft.form.submit();
      }}
      onClose={() => setStale(null)}
    />
  );
  return { attempt, question };
}
