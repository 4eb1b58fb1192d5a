import { type RefObject, useRef } from 'react';

const typedInto = 'input:not([type=radio], [type=checkbox], [disabled]), textarea';

/**
 * Focuses the first field of a dialog below `fields`. antd moves the focus to the dialog itself once it has opened.
 */
export function useFirstField(): {
  fields: RefObject<HTMLDivElement | null>;
  afterOpenChange: (isOpen: boolean) => void;
} {
  const fields = useRef<HTMLDivElement>(null);
  return { fields, afterOpenChange };

  function afterOpenChange(isOpen: boolean): void {
    if (isOpen) fields.current?.querySelector<HTMLElement>(typedInto)?.focus();
  }
}
