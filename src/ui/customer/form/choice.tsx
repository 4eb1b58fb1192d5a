import { useId } from 'react';

/** One of a few, each with what has to be known of it. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string;
  options: { value: Value; name: string; hint: (string | false)[] }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="choices">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="choice-name">{option.name}</span>
            {option.hint.filter(Boolean).map((line) => (
              <span className="choice-hint" key={String(line)}>
                {line}
              </span>
            ))}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
