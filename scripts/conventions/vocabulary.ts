import { listIdentifiers, wordsOf } from './identifiers.ts';
import type { Sources } from './imports.ts';

/** A name that may contain a refused synonym nevertheless, everywhere or in files whose path contains a text. */
type Allowed = { name: string; within: string };
/** A word of the glossary with its refused synonyms. One that begins with '=' is refused only as a whole name. */
export type Term = { word: string; refused: string[]; allowed: Allowed[] };

/**
 * Reads the tables of docs/glossary.md whose second column is headed 'not': word, refused synonyms, meaning, and names that are
 * allowed because the specification, a library or stored data uses them (`name`, or `name` in `folder`). Commas separate lists.
 */
export function parseGlossary(markdown: string): Term[] {
  return markdown.split(/\n\s*\n/).flatMap((block) => {
    const [heading, , ...rows] = block
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map(cellsOf);
    if (heading?.[1] !== 'not') return [];
    return rows.map(([word = '', refused = '', , allowed = '']) => ({
      word,
      refused: listOf(refused),
      allowed: allowedIn(allowed),
    }));
  });
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const listOf = (cell: string) =>
  cell
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== '–');

const allowedIn = (cell: string): Allowed[] =>
  [...cell.matchAll(/`([^`]+)`(?: in `([^`]+)`)?/g)].map(([, name = '', within = '']) => ({ name, within }));

const isGenerated = (file: string) => /\.gen\.ts$|database-types\.ts$/.test(file);

/** Lists names of identifiers, files and folders that use a refused synonym, one sentence each. */
export function checkVocabulary(sources: Sources, terms: readonly Term[]): string[] {
  const written = [...sources].filter(([file]) => !isGenerated(file));
  const refusals = terms.flatMap(({ word, refused, allowed }) =>
    refused.map((synonym) => ({ word, synonym, words: wordsOf(synonym), allowed })),
  );
  return written.flatMap(([file, text]) => {
    const names = [...listIdentifiers(file, text), ...file.replace(/\.[^./]+$/, '').split('/')];
    return names.flatMap((name) => judgeName(file, name, refusals).map((reason) => `${file}: ${reason}`));
  });
}

/** Words for whatever has no better place; with another word before them they still say nothing of what is inside. */
const SAYS_NOTHING = /^(utils?|utilities|utility|helpers?|commons?|misc|miscellaneous|stuff|various|lib)$/;

/** Lists files and folders, tests and style sheets too, whose name does not say what is inside, one sentence each. */
export function checkFileNames(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => {
    const names = file.split('/').map((part) => part.replace(/\..*$/, ''));
    const empty = names.find((name) => SAYS_NOTHING.test(wordsOf(name).at(-1) ?? ''));
    return empty === undefined ? [] : [`${file}: '${empty}' does not say what is inside`];
  });
}

type Refusal = { word: string; synonym: string; words: string[]; allowed: Allowed[] };

function judgeName(file: string, name: string, refusals: readonly Refusal[]): string[] {
  const words = wordsOf(name);
  const found = refusals.find(
    ({ synonym, words: refused, allowed }) =>
      isRefused(words, synonym, refused) &&
      !allowed.some((one) => one.name === name && file.includes(one.within)),
  );
  return found ? [`'${name}' says '${found.synonym}': the word is '${found.word}'`] : [];
}

const isRefused = (words: readonly string[], synonym: string, refused: readonly string[]): boolean =>
  synonym.startsWith('=') ? words.length === 1 && words[0] === refused[0] : includes(words, refused);

/** Whether a name contains the words of a synonym consecutively, in any of their forms. */
function includes(words: readonly string[], synonym: readonly string[]): boolean {
  return words.some((_, start) => synonym.every((word, index) => isFormOf(words[start + index], word)));
}

/** Whether a word is another, its singular or plural, or a regular form of the verb: 'tells', 'resending', 'asked'. */
function isFormOf(word: string | undefined, other: string): boolean {
  if (word === undefined) return false;
  if (word === other || `${word}s` === other) return true;
  const stem = other.replace(/e$/, '');
  return word.startsWith(stem) && /^(e?s|e?d|ing)$/.test(word.slice(stem.length));
}
