import { type SubmitEvent, useRef, useState } from 'react';

/**
 * When a field is judged: once it is left, once it is left with something in it, or only on submit. A submit judges all fields.
 */
type Judging = 'left' | 'typed' | 'sent';

type Options<Values, Name> = {
  initial: Values | (() => Values);
  /** Whether fields that nobody has touched follow `initial`, such as what another tab saves. For fields that need no others. */
  isLive?: boolean;
  /** Names of the invalid fields, in the order of the form. */
  faultsOf: (values: Values) => readonly Name[];
  judging?: Judging;
  /** Called when a value changes. */
  onChange?: () => void;
  /** Called with valid values only. */
  onSubmit: (values: Values) => void;
};

/** Names of the values that are texts. */
type TextName<Values> = {
  [Name in keyof Values]-?: [Values[Name]] extends [string | undefined] ? Name : never;
}[keyof Values] &
  string;

/** State of a form. A submit with invalid fields focuses the first of them instead. */
export function useForm<Values extends object, Name extends string>(options: Options<Values, Name>) {
  const { initial, isLive = false, faultsOf, judging = 'typed', onChange, onSubmit } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [opened] = useState(initial);
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values = { ...(isLive ? valuesOf(initial) : opened), ...typed };
  const { isJudged, judgeAll, ...judged } = useJudged(judging);
  const faults = faultsOf(values);

  const change = (changed: Partial<Values>) => {
    setTyped((before) => ({ ...before, ...changed }));
    onChange?.();
  };
  const focusOn = (name: Name) =>
    ref.current?.querySelector<HTMLElement>(`[name="${name}"]:not(:disabled)`)?.focus();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    judgeAll();
    if (faults[0] === undefined) onSubmit(values);
    else focusOn(faults[0]);
  };
  return {
    ...judged,
    values,
    change,
    focusOn,
    /** Whether a field is to be shown as wrong. */
    isWrong: (name: Name) => faults.includes(name) && isJudged(name),
    /** Properties of the `form` element. */
    form: { ref, noValidate: true, onSubmit: submit },
    /** Properties of the input of a text. */
    textField: (name: TextName<Values>) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        change({ [name]: value } as Partial<Values>),
      onBlur: () => judged.leave(name, { isEmpty: values[name] === '' }),
    }),
  };
}

const valuesOf = <Values extends object>(initial: Values | (() => Values)): Values =>
  typeof initial === 'function' ? initial() : initial;

function useJudged(judging: Judging) {
  const [judged, setJudged] = useState<ReadonlySet<string> | 'all'>(new Set());
  return {
    isJudged: (name: string) => judged === 'all' || judged.has(name),
    judgeAll: () => setJudged('all'),
    /** Whether a submit has judged all fields. */
    hasSent: judged === 'all',
    /** A field has lost the focus. */
    leave(name: string, { isEmpty = false } = {}) {
      if (judging === 'sent' || (judging === 'typed' && isEmpty)) return;
      setJudged((before) => (before === 'all' ? before : new Set(before).add(name)));
    },
    /** Judges nothing until the next submit or the next field that is left. */
    forgive: () => setJudged(new Set()),
  };
}
