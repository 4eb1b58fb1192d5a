import { lazy, Suspense, useState } from 'react';
import { useKeys } from '#web/ui/admin/kit/use-keys.ts';

const KeySheet = lazy(() => import('./key-sheet.tsx'));

/** `/` goes to the list's search, or to the palette where there is none; `?` shows all keys. */
export function PanelKeys() {
  const [isOpen, setOpen] = useState(false);
  useKeys((key) => {
    if (key === '/') return search;
    if (key === '?') return () => setOpen(true);
    return undefined;
  });
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <KeySheet onClose={() => setOpen(false)} />
    </Suspense>
  );
}

function search(): void {
  const field = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]');
  if (!field) return document.querySelector<HTMLElement>('.palette-button')?.click();
  field.focus();
  field.select();
}
