import { Checkbox, Input } from 'antd';
import { useRef, useState } from 'react';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { AmountInput } from './amount-input.tsx';

/**
 * A number as typed, or null for "unlimited", which must be chosen: an empty field never means it. Undoing the choice
 * brings the typed number back.
 */
export function LimitInput({
  id,
  value = null,
  onChange,
  money = false,
  unlimited,
}: {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  money?: boolean;
  /** The text of the choice. */
  unlimited: string;
}) {
  const typed = useRef('');
  const [isTyping, setTyping] = useState(false);
  const grouped = useGrouped();
  const Field = money ? AmountInput : Input;
  return (
    <div className="limit-input">
      <Field
        {...(id !== undefined && { id })}
        {...(!money && { inputMode: 'numeric' })}
        autoComplete="off"
        className="short-input"
        disabled={value === null}
        value={isTyping ? (value ?? '') : grouped(value ?? '')}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <Checkbox
        checked={value === null}
        onChange={({ target }) => {
          if (target.checked) typed.current = value ?? '';
          onChange?.(target.checked ? null : typed.current);
        }}
      >
        {unlimited}
      </Checkbox>
    </div>
  );
}

/** Digits in groups, as they are read; anything else as it was typed. */
function useGrouped(): (text: string) => string {
  const { number } = useFormats();
  return (text) => (/^\d{4,15}$/.test(text) ? number(Number(text)) : text);
}
