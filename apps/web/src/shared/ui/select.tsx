import classes from './select.module.css';

export type SelectProps<Value extends string> = {
  /** Its accessible name. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Autocomplete token; `value` must then use the standard's values. */
  autoComplete?: 'country';
};

/** A native select, which works with every keyboard, thumb and screen reader. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  onChange,
  autoComplete,
}: SelectProps<Value>) {
  return (
    <select
      className={classes.select}
      aria-label={label}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
