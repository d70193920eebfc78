import classes from './select.module.css';

type Props<Value extends string> = {
  /** Its accessible name. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** What a browser that knows the person fills in; `value` is then as the standard has it. */
  autoComplete?: 'country';
};

/** The browser's own select: it works with every keyboard, thumb and screen reader. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  onChange,
  autoComplete,
}: Props<Value>) {
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
