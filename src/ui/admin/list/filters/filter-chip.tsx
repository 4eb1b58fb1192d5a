import { Popover } from 'antd';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronIcon, CloseIcon } from '#web/ui/admin/kit/icons.tsx';
import type { FilterEdit } from './filter-editor.tsx';

// Loaded late: date pickers are larger than the list itself.
const FilterEditor = lazy(() => import('./filter-editor.tsx'));

/** One field of the bar: what it is filtered for, or its name; a click opens its control, a cross removes it. */
export function FilterChip({
  name,
  words,
  edit,
  stays,
  isOpen,
  onOpenChange,
  onRemove,
}: {
  name: string;
  /** False while nothing is filtered for. */
  words: ReactNode;
  /** Without it the filter can only be removed. */
  edit?: Omit<FilterEdit, 'onClose'>;
  /** Whether it is there without a filter too. */
  stays: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    onOpenChange(false);
    keepFocus();
  }
  /** The next key press goes on from here, or from where a gone chip came from. */
  function keepFocus(): void {
    const next = stays ? button.current : document.querySelector<HTMLElement>('.filter-add input');
    next?.focus();
  }
  return (
    <span className={words ? 'filter-chip set' : 'filter-chip'}>
      {edit ? (
        <Popover
          trigger="click"
          placement="bottomLeft"
          arrow={false}
          open={isOpen}
          onOpenChange={onOpenChange}
          destroyOnHidden
          // Within the bar, so that the keyboard comes from the control to what follows.
          getPopupContainer={(chip) => chip.closest<HTMLElement>('.filter-bar') ?? document.body}
          content={
            <Suspense fallback={<div className="filter-editor" />}>
              <FilterEditor {...edit} name={name} onClose={close} />
            </Suspense>
          }
        >
          <button ref={button} type="button" aria-haspopup="dialog" aria-expanded={isOpen}>
            <span className="filter-chip-words">{words || name}</span>
            <ChevronIcon />
          </button>
        </Popover>
      ) : (
        <span className="filter-chip-words">{words}</span>
      )}
      {words && (
        <button
          type="button"
          className="filter-chip-drop"
          aria-label={t('list.drop', { name })}
          onClick={() => {
            onRemove();
            keepFocus();
          }}
        >
          <CloseIcon />
        </button>
      )}
    </span>
  );
}
