import { useEffect, useEffectEvent } from 'react';

/** What each key does; the arrows do the same as j and k. */
export interface InboxKeys {
  move: (by: 1 | -1) => void;
  choose: (place: number) => void;
  book: () => void;
  find: () => void;
  setAside: () => void;
  undo: () => void;
}

/** A way through the inbox by keys alone. Typing somewhere, and what an open dialog does with a key, stays as it is. */
export function useInboxKeys(keys: InboxKeys, isOff: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const isElsewhere = target?.closest(
      'input, textarea, select, [role=dialog], [role=combobox], [role=radiogroup]',
    );
    if (isOff || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    // A focused button or link does what Enter does to it.
    if (event.key === 'Enter' && target?.closest('button, a')) return;
    const does = actOf(event.key, keys);
    if (!does) return;
    event.preventDefault();
    does();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function actOf(key: string, keys: InboxKeys): (() => void) | undefined {
  if (/^[1-5]$/.test(key)) return () => keys.choose(Number(key) - 1);
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return () => keys.move(1);
    case 'k':
    case 'ArrowUp':
      return () => keys.move(-1);
    case 'Enter':
      return keys.book;
    case 'f':
      return keys.find;
    case 'i':
      return keys.setAside;
    case 'u':
      return keys.undo;
    default:
      return undefined;
  }
}
