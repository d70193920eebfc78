import classes from './select.module.css';

type Props<Value extends string> = {
  /** Names it to those who do not see it. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A choice of a few, by the browser's own menu: it works with every keyboard, thumb and screen reader. */
export function Select<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <select
      className={classes.select}
      aria-label={label}
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
