/** A table, view or common table expression that a statement names, and whether it changes it. */
export type Named = { name: string; isWritten: boolean };

/** Stands in a statement for what is only known while the program runs. */
export const HOLE = '$hole';

const NOT_CODE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const INNERMOST = /\(([^()]*)\)/;
const GROUP = '$group';
const WRITTEN = /\b(?:into|update|truncate(?: table)?|delete from)(?: only)? (\w[\w.]*)/g;
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
  const written = [...text.matchAll(WRITTEN)].map(([, name = '']) => ({ name: bare(name), isWritten: true }));
  const read = [...text.matchAll(LIST)]
    .flatMap(([, list = '']) => list.split(','))
    .flatMap((item) => FIRST.exec(item.trim())?.[1] ?? [])
    .map((name) => ({ name: bare(name), isWritten: false }));
  return [...written, ...read];
}

const bare = (name: string) => name.replace(/^public\./, '');
