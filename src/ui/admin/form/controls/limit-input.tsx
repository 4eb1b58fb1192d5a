import { Checkbox, Input } from 'antd';
import { useRef } from 'react';
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
  const Field = money ? AmountInput : Input;
  return (
    <div className="limit-input">
      <Field
        {...(id !== undefined && { id })}
        {...(!money && { inputMode: 'numeric' })}
        autoComplete="off"
        className="short-input"
        disabled={value === null}
        value={value ?? ''}
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
