import { lazy, Suspense, useState } from 'react';
import { pageKeys } from '#web/ui/admin/actions/page-keys.ts';
import { useKeys } from '#web/ui/admin/kit/use-keys.ts';

const KeySheet = lazy(() => import('./key-sheet.tsx'));

/** The page's own keys; `/` opens the palette where there is no list to search; `?` shows all keys. */
export function PanelKeys() {
  const [isOpen, setOpen] = useState(false);
  useKeys((key) => {
    if (key === '?') return () => setOpen(true);
    const ofPage = pageKeys().find((one) => one.key === key);
    if (ofPage) return ofPage.press;
    return key === '/' ? openPalette : undefined;
  });
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <KeySheet onClose={() => setOpen(false)} />
    </Suspense>
  );
}

function openPalette(): void {
  document.querySelector<HTMLElement>('.palette-button')?.click();
}
