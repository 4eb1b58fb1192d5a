import { type ReactNode, Suspense, useState } from 'react';
import { useMay } from '#web/ui/admin-context.ts';
import { Hint } from '#web/ui/hint.tsx';
import './settings.css';

/** The name of a row in a list, which opens the dialog to change it; plain text for whoever may not. */
export function TitleButton({ text, dialog }: { text: string; dialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
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
