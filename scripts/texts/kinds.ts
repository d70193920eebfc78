/** What text an element holds, by its name in the code. */
const OF_ELEMENT: Readonly<Record<string, string>> = {
  Alert: 'warning or error',
  Anchor: 'link',
  BarButton: 'button',
  Button: 'button',
  ChannelLink: 'link',
  Link: 'link',
  EmptyState: 'stands where there is nothing to show',
  ErrorState: 'says what went wrong',
  'Menu.Item': 'entry of a menu',
  VisuallyHidden: 'said by screen readers only',
  a: 'link',
  button: 'button',
  dd: 'value beside its name',
  dt: 'name of a value',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  label: 'label of a field',
  legend: 'heading of a group of choices',
  option: 'choice in a list',
  summary: 'line that opens a part of the page',
  th: 'heading of a column',
};

/** The same of elements that may hold anything: what the key says is better. */
const OF_VAGUE_ELEMENT: Readonly<Record<string, string>> = {
  li: 'entry of a list',
  p: 'text of a paragraph',
};

const BUTTON = 'button';
const LABEL = 'label of a field, a button or a choice';
const ERROR = 'says what went wrong';
const FAULT = 'says what is wrong with what was entered or sent';
const HELP = 'help beside a field or below a text';

/** What text an attribute, a property or a constant holds, by its name in the code. */
const OF_NAME: Readonly<Record<string, string>> = {
  alt: 'says what a picture shows, for screen readers',
  'aria-label': 'said by screen readers only',
  button: BUTTON,
  confirm: BUTTON,
  description: HELP,
  empty: 'stands where a list has no entries',
  error: FAULT,
  failure: ERROR,
  fault: FAULT,
  filename: 'name of a file',
  heading: 'heading',
  help: HELP,
  hint: HELP,
  label: LABEL,
  none: 'stands where a list has no entries',
  note: HELP,
  placeholder: 'example in an empty field',
  subject: 'subject of a mail',
  submit: BUTTON,
  title: 'heading',
};

/** What a key names by its end, where the code does not tell: first match first. */
const OF_KEY: readonly [key: RegExp, kind: string][] = [
  [/(^|\.)subject(\.|$)/i, 'subject of a mail'],
  [/(^|\.)(fault|faults|reasons?|refused|wrong|tooMany|throttled)\./, FAULT],
  [
    /(^|\.)(device|field|label|option|options|parcelState|state|status|step|kind|type)\./,
    'label in a list or beside a field',
  ],
  [/(failed|notSaved|notSent|wrong|tooMany|refused|unknown|missing)$/i, ERROR],
  [/(title|heading)$/i, 'heading'],
  [/(button|submit|action|confirm|save|send|cancel|retry|undo)$/i, 'button or link, in few words'],
  [/(help|hint|note|advice)$/i, HELP],
  [/(label|field|placeholder)$/i, 'label of a field'],
  [/(text|intro|summary|description|why)$/i, 'sentences of a page, a dialog or a mail'],
  [/^file\.|\.file$/, 'name of a file'],
];

const BEFORE = 400;
const AFTER = 160;
/** The beginning of an attribute, a property or a constant that a text ends. */
const NAMES = [/([\w-]+)=(?:\{|"?\$\{)[^{}<>;]*$/, /\b(\w+): [^{},;<>]*$/, /\bconst (\w+) =[^;]*$/];
const ELEMENT = /<([A-Za-z][\w.]*)(?:\s[^<>]*)?>(?:(?!<\/?\1\b)[^;])*$/;

/** What kind of text something is; what its key says is better than a vague one. */
export type Kind = { kind: string; isVague: boolean };

/** What kind of text the code asks for at a place; null where that does not tell. */
export function kindInCode(code: string, at: number): Kind | null {
  const before = code.slice(Math.max(0, at - BEFORE), at).replaceAll('=>', '  ');
  const [name = ''] = NAMES.flatMap((pattern) => pattern.exec(before)?.[1] ?? []);
  const isPressed = /^[^<]*?\bon(Press|Click)=/.test(code.slice(at, at + AFTER));
  if (name === 'label' && isPressed) return { kind: BUTTON, isVague: false };
  if (name === 'message') return kindOfMessage(before);
  const element = nameOfElement(before);
  const kind = OF_NAME[name] ?? OF_ELEMENT[element];
  if (kind !== undefined) return { kind, isVague: false };
  const vague = OF_VAGUE_ELEMENT[element];
  return vague === undefined ? null : { kind: vague, isVague: true };
}

function kindOfMessage(before: string): Kind | null {
  if (/showToast\([^;]*$/.test(before)) return { kind: 'message that appears for a moment', isVague: false };
  return /<ErrorState\b[^;]*$/.test(before) ? { kind: ERROR, isVague: false } : null;
}

const isNamed = (name: string) => name in OF_ELEMENT || name in OF_VAGUE_ELEMENT;

/** The named element that was opened last and is not closed. */
function nameOfElement(before: string): string {
  let rest = before;
  for (let at = rest.lastIndexOf('<'); at >= 0; at = rest.lastIndexOf('<')) {
    const [, name = ''] = ELEMENT.exec(before.slice(at)) ?? [];
    const isOpen = isNamed(name) && !before.slice(at).includes(`</${name}>`);
    if (isOpen && before.slice(at).startsWith(`<${name}`)) return name;
    rest = rest.slice(0, at);
  }
  return '';
}

/** What kind of text a key names; null where it does not tell. */
export const kindOfKey = (key: string): string | null =>
  OF_KEY.find(([pattern]) => pattern.test(key))?.[1] ?? null;
