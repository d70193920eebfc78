/** A table, view or common table expression that a statement names, and whether it changes it. */
export type Named = { name: string; isWritten: boolean };

/** Stands in a statement for what is only known while the program runs. */
export const HOLE = '$hole';

const NOT_CODE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const INNERMOST = /\(([^()]*)\)/;
const GROUP = '$group';
const WRITTEN = /\b(?:into|update|delete from)(?: only)? (\w[\w.]*)/g;
/** Statements that take a list of tables: they empty, lock, change or drop them, or have statistics gathered. */
const WRITTEN_LIST =
  /\b(?:truncate(?: table)?|lock table|(?:alter|drop) (?:table|view)(?: if exists)?|vacuum(?: full| analyze)*|analyze) (.+?)(?= (?:in|restart|continue|cascade|restrict|nowait|add|drop|alter|set|rename|owner)\b|;|$)/g;
/** `lock photos in share mode`: the word `table` may be left out, which is told from English by the mode. */
const LOCKED = /\block (.+?) in [a-z ]+ mode\b/g;
const COPIED = /(?:^|; )copy (\w[\w.]*)(?: \$group)? (from|to)\b/g;
/** `table photos` is short for `select * from photos`. */
const WHOLE =
  /(?:^|[;)] ?|\b(?:union|except|intersect)(?: all)? |\binto [\w.]+ |\$group )table(?: only)? (\w[\w.]*)/g;
/** What parentheses hold that join tables without a `select`. */
const JOINED =
  /^(?!(?:select|with|values)\b)(.+?) (?:(?:inner|left|right|full|cross|natural)(?: outer)? )?join /g;
const LIST =
  /(?<!\bdelete )\b(?:from|join|using) (.+?)(?= (?:where|on|inner|left|right|full|cross|natural|join|group|order|limit|offset|for|returning|set|select|from|using|union|except|intersect|having|window|then|when)\b|;|$)/g;
const FIRST = /^(?:(?:only|lateral) )*(\w[\w.]*)(?! ?\$group)(?: |$)/;

/**
 * The tables of an SQL statement, or of a part of one, in lower case. Words that follow `from` without being tables are among them:
 * functions are not, columns and common table expressions are, so whoever asks compares with the tables there are.
 */
export function readSqlTables(statement: string): Named[] {
  const found: Named[] = [];
  let rest = statement.replace(NOT_CODE, ' ').replaceAll('"', '').toLowerCase();
  for (let inner = INNERMOST.exec(rest); inner; inner = INNERMOST.exec(rest)) {
    found.push(...readFlat(inner[1] ?? ''));
    rest = rest.replace(inner[0], () => ` ${GROUP} `);
  }
  return [...found, ...readFlat(rest)];
}

/** The tables of a statement without parentheses. */
function readFlat(statement: string): Named[] {
  const text = statement.replace(/\s+/g, ' ').trim();
  const copied = [...text.matchAll(COPIED)].map(([, name = '', way]) => ({
    name,
    isWritten: way === 'from',
  }));
  return [
    ...named(text, WRITTEN, true),
    ...named(text, WRITTEN_LIST, true),
    ...named(text, LOCKED, true),
    ...named(text, LIST, false),
    ...named(text, WHOLE, false),
    ...named(text, JOINED, false),
    ...copied.map(({ name, isWritten }) => ({ name: bare(name), isWritten })),
  ];
}

/** The tables of each list that a pattern finds. */
const named = (text: string, pattern: RegExp, isWritten: boolean): Named[] =>
  [...text.matchAll(pattern)]
    .flatMap(([, list = '']) => list.split(','))
    .flatMap((item) => FIRST.exec(item.trim())?.[1] ?? [])
    .map((name) => ({ name: bare(name), isWritten }));

const bare = (name: string) => name.replace(/^public\./, '');
