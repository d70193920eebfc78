import { type SubmitEvent, useRef, useState } from 'react';

/**
 * When a field is judged: once it is left, once it is left with something in it, or only on submit and until something changes.
 * A submit judges all fields.
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
  const ref = useRef<HTMLFormElement>(null);
  const { values, type } = useValues(options);
  const { isJudged, judgeAll, ...judged } = useJudged(options.judging);
  const faults = options.faultsOf(values);

  const change = (changed: Partial<Values>) => {
    type(changed);
    if (options.judging === 'sent') judged.forgive();
    options.onChange?.();
  };
  const focusOn = (name: Name) =>
    ref.current?.querySelector<HTMLElement>(`[name="${name}"]:not(:disabled)`)?.focus();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // React events bubble through portals: a form around the dialog of this one must not be submitted too.
    event.stopPropagation();
    judgeAll();
    if (faults[0] === undefined) options.onSubmit(values);
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

/** The values of a form: what was typed, and the initial ones of everything else. */
function useValues<Values extends object>({
  initial,
  isLive = false,
}: Pick<Options<Values, never>, 'initial' | 'isLive'>) {
  const [opened] = useState(initial);
  const [typed, setTyped] = useState<Partial<Values>>({});
  return {
    values: { ...(isLive ? valuesOf(initial) : opened), ...typed },
    type: (changed: Partial<Values>) => setTyped((before) => ({ ...before, ...changed })),
  };
}

const valuesOf = <Values extends object>(initial: Values | (() => Values)): Values =>
  typeof initial === 'function' ? initial() : initial;

function useJudged(judging: Judging = 'typed') {
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
