import { useEffect, useEffectEvent } from 'react';

/**
 * Acts on Escape where nothing is open over the page. It looks before anything closes by the same press: what is open
 * takes Escape for itself, also when its focus has gone to the page.
 */
export function useEscape(does: (() => void) | undefined): void {
  const press = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || !does || isSomethingOpen() || isTyping(target)) return;
    does();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** antd keeps what was closed in the page, hidden; what is closing counts as open. */
const overlays = [
  '.ant-modal-wrap:not([style*="display: none"])',
  '.ant-drawer-open',
  ...['dropdown', 'popover', 'select-dropdown', 'picker-dropdown'].map(
    (name) => `.ant-${name}:not(.ant-${name}-hidden)`,
  ),
].join();

function isSomethingOpen(): boolean {
  return document.querySelector(overlays) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.matches('input:not([type=checkbox]), textarea, [contenteditable]')
  );
}
