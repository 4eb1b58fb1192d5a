import { type ReactNode, Suspense } from 'react';
import { useMay } from '#web/ui/admin-context.ts';
import { Hint } from '#web/ui/hint.tsx';
import { useDraftDialog } from '#web/ui/form/kept-draft.ts';
import './settings.css';

/** The name of a row in a list, which opens the dialog to change it; plain text for whoever may not. */
export function TitleButton({
  text,
  draft,
  dialog,
}: {
  text: string;
  /** The name under which the dialog keeps its draft. */
  draft: string;
  dialog: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useDraftDialog(draft);
  const may = useMay()('settings.write', { write: true });
  if (!may.allowed) {
    return (
      <Hint text={may.reason}>
        <span>{text}</span>
      </Hint>
    );
  }
  return (
    <>
      <button type="button" className="title-button" onClick={() => setOpen(true)}>
        {text}
      </button>
      {isOpen && <Suspense fallback={null}>{dialog(() => setOpen(false))}</Suspense>}
    </>
  );
}
