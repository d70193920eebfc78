import { hashKey } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { markOf } from './ui/unsaved.ts';

/**
 * When a field is judged: once it is left, once it is left with something in it, or only on submit and until something changes.
 * A submit judges all fields.
 */
type Judging = 'left' | 'typed' | 'sent';

type Options<Values, Name> = {
  initial: Values | (() => Values);
  /** What was typed before, if the form is opened again with it. */
  typed?: Partial<Values>;
  /** Whether fields that nobody has touched follow `initial`, such as what another tab saves. For fields that need no others. */
  isLive?: boolean;
  /** Whether a submit first shows what another tab has saved in fields typed in here, `overtaken`; the next one replaces it. */
  showsOvertaken?: boolean;
  /** Names of the invalid fields, in the order of the form. */
  faultsOf: (values: Values) => readonly Name[];
  judging?: Judging;
  /**
   * What the last sending failed with, another value each time, so that what was typed is still unsaved; `forgettable` where
   * nothing is lost worth a question, such as a code.
   */
  unsaved: { failure: Error | null } | 'forgettable';
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
  const { values, type, send, mark, show, ...elsewhere } = useValues(options);
  const { isJudged, judgeAll, ...judged } = useJudged(options.judging);
  const faults = options.faultsOf(values);

  const change = (changed: Partial<Values>) => {
    type(changed);
    if (options.judging === 'sent') judged.forgive();
    options.onChange?.();
  };
  const focusOn = (name: Name) => focusIn(ref.current, name);
  const submit = (event: SubmitEvent) => {
    keepFromBrowser(event);
    judgeAll();
    if (faults[0] !== undefined) return focusOn(faults[0]);
    if (options.showsOvertaken && show()) return;
    send();
    options.onSubmit(values);
  };
  return {
    ...judged,
    values,
    change,
    focusOn,
    ...elsewhere,
    /** Whether a field is to be shown as wrong. */
    isWrong: (name: Name) => faults.includes(name) && isJudged(name),
    /** Properties of the `form` element. */
    form: { ref, noValidate: true, onSubmit: submit, ...mark },
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

function keepFromBrowser(event: SubmitEvent): void {
  event.preventDefault();
  // React events bubble through portals: a form around the dialog of this one must not be submitted too.
  event.stopPropagation();
}

const focusIn = (form: HTMLFormElement | null, name: string) =>
  form?.querySelector<HTMLElement>(`[name="${name}"]:not(:disabled)`)?.focus();

type State<Values> = {
  typed: Partial<Values>;
  /** What was saved when typing in a field began. */
  basis: Partial<Values>;
  /** What another tab has saved since, as far as it has been shown. */
  shown: Partial<Values>;
  /** What was typed when it was last sent. */
  sent: Partial<Values>;
  /** What an earlier sending had failed with by then. */
  failedBefore: Error | null;
};

/** The values of a form: what was typed, and the initial ones of everything else. */
function useValues<Values extends object>({
  initial,
  typed: typedBefore = {},
  isLive = false,
  unsaved,
}: Pick<Options<Values, never>, 'initial' | 'typed' | 'isLive' | 'unsaved'>) {
  const [opened] = useState(initial);
  const [{ typed, basis, shown, sent, failedBefore }, set] = useState<State<Values>>({
    typed: typedBefore,
    basis: {},
    shown: {},
    sent: {},
    failedBefore: null,
  });
  const failure = unsaved === 'forgettable' ? null : unsaved.failure;
  // Until it is known how this sending ends, the failure is that of an earlier one.
  const hasFailed = failure !== null && failure !== failedBefore;
  const present = valuesOf(initial);
  const isSaved = (name: keyof Values) =>
    isSame(typed[name], present[name]) || (!hasFailed && name in sent && isSame(typed[name], sent[name]));
  const unsavedNames = keysOf(typed).filter((name) => !isSaved(name));
  return {
    values: { ...(isLive ? present : opened), ...typed },
    type: (changed: Partial<Values>) =>
      set((before) => ({
        ...before,
        typed: { ...before.typed, ...changed },
        basis: { ...pick(present, keysOf(changed)), ...before.basis },
      })),
    ...overtakenOf({ basis, shown, present, unsavedNames, set }),
    /** From now on, unless it fails, what was typed counts as saved: at once, as sending may leave the page. */
    send: () => flushSync(() => set((before) => ({ ...before, sent: before.typed, failedBefore: failure }))),
    mark: markOf(unsaved !== 'forgettable' && unsavedNames.length > 0),
  };
}

type Overtaking<Values> = Pick<State<Values>, 'basis' | 'shown'> & {
  /** What is saved now. */
  present: Values;
  /** Names of the fields typed in. */
  unsavedNames: readonly (keyof Values)[];
  set: (next: (before: State<Values>) => State<Values>) => void;
};

/** What another tab has saved in fields typed in here. */
function overtakenOf<Values extends object>({
  basis,
  shown,
  present,
  unsavedNames,
  set,
}: Overtaking<Values>) {
  const names = unsavedNames.filter((name) => name in basis && !isSame(basis[name], present[name]));
  const overtaken = pick(present, names);
  return {
    /** What a submit has shown of it. */
    overtaken: pick(overtaken, keysOf(shown)),
    /** Shows what has not been shown yet; returns whether there was any. */
    show(): boolean {
      const isNew = !isSame(overtaken, pick(shown, names));
      if (isNew) set((before) => ({ ...before, shown: overtaken }));
      return isNew;
    },
    /** Takes it over instead of what was typed. */
    keepSaved: () =>
      set((before) => ({
        ...before,
        typed: without(before.typed, names),
        basis: without(before.basis, names),
        shown: {},
      })),
  };
}

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

const pick = <Values extends object>(from: Partial<Values>, names: readonly (keyof Values)[]) =>
  Object.fromEntries(
    names.filter((name) => name in from).map((name) => [name, from[name]]),
  ) as Partial<Values>;

const without = <Values extends object>(from: Partial<Values>, dropped: readonly (keyof Values)[]) =>
  pick<Values>(
    from,
    keysOf(from).filter((name) => !dropped.includes(name)),
  );

/** An empty text is the same as none. */
const isSame = (one: unknown, other: unknown) => hashKey([one || null]) === hashKey([other || null]);

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
