import { type RefObject, useRef } from 'react';

const typedInto = 'input:not([type=radio], [type=checkbox], [disabled]), textarea';

/**
 * The field of a dialog that whoever opens it types into: the first one below `fields`. antd gives the focus to the
 * dialog itself once it has come in, whatever had it.
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
