import { useEffect, useEffectEvent } from 'react';

/**
 * Acts on single keys, wherever the focus is. Typing somewhere, and what an open dialog does with a key, stays as it
 * is.
 */
export function useKeys(actOf: (key: string) => (() => void) | undefined, isOff = false): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (isOff || target?.closest(elsewhere) || event.ctrlKey || event.metaKey || event.altKey) return;
    // A focused button or link does what Enter does to it.
    if (event.key === 'Enter' && target?.closest('button, a')) return;
    const does = actOf(pressedKey(event));
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

/** Where keys mean something else. */
const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=combobox], [role=radiogroup]';

/** The key as a Latin keyboard has it: a letter by its place where the keyboard writes Cyrillic. Pure. */
export function pressedKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1) return key;
  if (/^Key[A-Z]$/.test(code) && !/[a-z]/i.test(key)) return code.slice(3).toLowerCase();
  // The Ukrainian keyboard has the full stop and the comma there.
  if (code === 'Slash' && key === '.') return '/';
  if (code === 'Slash' && key === ',') return '?';
  return key;
}
