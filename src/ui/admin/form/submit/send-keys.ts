import type { KeyboardEvent } from 'react';

/** Sends a form from any of its fields, also from those where Enter means something else. */
export function sendByKeys(form: { submit: () => void }): (event: KeyboardEvent) => void {
  return (event) => {
    const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isMeant || event.repeat) return;
    event.preventDefault();
    form.submit();
  };
}
