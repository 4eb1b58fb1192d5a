import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '#web/ui/icons.tsx';

const Palette = lazy(() => import('#web/ui/palette.tsx'));

/** Opens the palette: by itself, and by Ctrl+K or ⌘K from anywhere. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const before = useRef<Element | null>(null);

  // Whoever closes it goes on where they were.
  useEffect(() => {
    if (!isOpen) return;
    before.current = document.activeElement;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, [isOpen]);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // By the key's place, so that a Ukrainian keyboard opens it too.
      if (!isMeant || event.code !== 'KeyK') return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <Button
        className="palette-button"
        icon={<SearchIcon />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <span className="palette-button-words">{t('palette.button')}</span>
        <kbd data-keys={keys} />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
