import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';

/** A name by itself, with its owner or its parentheses. */
const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*(\(\))?$/;
const FILE = /^[\w@.-]+(\/[\w@.$-]+)*\.(ts|tsx|mjs|css|sql|json|md)$/;
const WORD = /[A-Za-z_$][\w$]*/g;
/** Words that only code writes, wherever they stand in a piece of code. */
const COMPOUND = /[a-z\d][A-Z]|[A-Z]_[A-Z]|[a-z]_[a-z]/;
const QUOTED = /`([^`\n]+)`/g;

/** Names that stand for many, and those of other programs. */
const ELSEWHERE = new Set(['createX', 'useXNotifications', 'xDialog', 'NNNN-what.sql', 'heif_error']);
const OTHER_PROGRAMS = new Set([
  'pg_dump',
  'ListBucket',
  'AbortIncompleteMultipartUpload',
  'taxation_customs',
]);

/** What a tree calls its things: the words outside comments of all files, and their paths. */
export type Existing = { words: ReadonlySet<string>; files: readonly string[] };

/** Reads the names of a tree. Texts that are not TypeScript count whole. */
export function readNames(sources: Sources, texts: Sources): Existing {
  const code = [...sources].map(([file, text]) => withoutComments(file, text));
  const words = [...code, ...texts.values()].flatMap((text) => text.match(WORD) ?? []);
  return { words: new Set(words), files: [...sources.keys(), ...texts.keys()] };
}

/**
 * Lists names in backticks in comments that are nowhere in the tree: code that was renamed or removed under its comment. Code exists if
 * some file has each of its words outside comments, a file if a path ends with it.
 */
export function checkNamedInComments(sources: Sources, existing: Existing): string[] {
  return [...sources].flatMap(([file, text]) =>
    parseSync(file, text).comments.flatMap(({ start, value }) =>
      findMissing(value, existing).map(({ name, index }) => {
        const line = text.slice(0, start + index).split('\n').length;
        return `${file}:${line}: nothing is called ${name}`;
      }),
    ),
  );
}

/** The pieces of code in a text that name what does not exist. */
export function findMissing(text: string, existing: Existing): { name: string; index: number }[] {
  return [...text.matchAll(QUOTED)]
    .map(({ 1: name = '', index }) => ({ name, index }))
    .filter(({ name }) => !exists(name, existing));
}

function exists(name: string, { words, files }: Existing): boolean {
  if (ELSEWHERE.has(name)) return true;
  if (FILE.test(name)) return files.some((file) => file === name || file.endsWith(`/${name}`));
  const isName = NAME.test(name);
  return (name.match(WORD) ?? [])
    .filter((word) => isName || COMPOUND.test(word))
    .every((word) => words.has(word) || ELSEWHERE.has(word) || OTHER_PROGRAMS.has(word));
}

/** The text of a file with its comments taken out. */
function withoutComments(file: string, text: string): string {
  const { comments } = parseSync(file, text);
  const ends = [0, ...comments.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, comments[index]?.start)).join(' ');
}
