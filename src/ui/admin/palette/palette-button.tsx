import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyNames } from '#web/ui/admin/actions/key-names.ts';
import { SearchIcon } from '#web/ui/admin/kit/icons.tsx';
import './palette-button.css';

const Palette = lazy(() => import('./palette.tsx'));

/** What was typed before the palette could take it. */
export interface TypedAhead {
  text: string;
  /** Enter was pressed after it. */
  isEntered: boolean;
}

const nothing: TypedAhead = { text: '', isEntered: false };

/** Opens the palette: by a click, and by Ctrl+K or ⌘K from anywhere. */
export function PaletteButton() {
  const { t } = useTranslation();
  const keyNames = useKeyNames();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(nothing);
  const before = useRef<Element | null>(null);

  // Closing it returns the focus to where it was.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, [isOpen]);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // By the key's position, so that it also works on a Ukrainian keyboard.
      if (!isMeant || event.code !== 'KeyK') return;
      event.preventDefault();
      if (event.repeat) return;
      if (!isOpen) before.current = document.activeElement;
      setOpen(!isOpen);
      setTyped(nothing);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOpen]);

  return (
    <>
      <Button
        className="palette-button"
        icon={<SearchIcon />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={({ currentTarget }) => {
          before.current = currentTarget;
          setTyped(nothing);
          setOpen(true);
        }}
      >
        <span className="palette-button-words">{t('palette.button')}</span>
        <kbd data-keys={keyNames.palette} />
      </Button>
      {isOpen && (
        <>
          {/* Receives the keys until the palette's own field is loaded and shown. */}
          <input
            autoFocus
            aria-hidden="true"
            tabIndex={-1}
            className="typed-ahead"
            onChange={({ target }) => setTyped({ text: target.value, isEntered: false })}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Escape') setOpen(false);
              if (key === 'Enter' && !nativeEvent.isComposing) setTyped({ ...typed, isEntered: true });
            }}
          />
          <Suspense fallback={null}>
            <Palette typed={typed} onTyped={setTyped} onClose={() => setOpen(false)} />
          </Suspense>
        </>
      )}
    </>
  );
}
