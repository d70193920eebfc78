import { listIdentifiers, wordsOf } from './identifiers.ts';
import type { Sources } from './imports.ts';

/** A word of the glossary with its refused synonyms, and names that may contain these nevertheless. */
export type Term = { word: string; refused: string[]; allowed: string[] };

/**
 * Reads the tables of docs/glossary.md whose second column is headed 'not': word, refused synonyms, meaning, and names that are
 * allowed because the specification, a library or stored data uses them. Lists are separated by commas.
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
      allowed: listOf(allowed),
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
    .map((each) => /`([^`]+)`/.exec(each)?.[1] ?? each.trim())
    .filter((each) => each !== '' && each !== '–');

const isGenerated = (file: string) => /\.gen\.ts$|database-types\.ts$/.test(file);

/** Lists names of identifiers, files and folders that use a refused synonym, one sentence each. */
export function checkVocabulary(sources: Sources, terms: readonly Term[]): string[] {
  const written = [...sources].filter(([file]) => !isGenerated(file));
  const refusals = terms.flatMap(({ word, refused, allowed }) =>
    refused.map((synonym) => ({ word, synonym, words: wordsOf(synonym), allowed })),
  );
  return written.flatMap(([file, text]) => {
    const names = [...listIdentifiers(file, text), ...file.replace(/\.[^./]+$/, '').split('/')];
    return names.flatMap((name) => judgeName(name, refusals).map((reason) => `${file}: ${reason}`));
  });
}

type Refusal = { word: string; synonym: string; words: string[]; allowed: string[] };

function judgeName(name: string, refusals: readonly Refusal[]): string[] {
  const words = wordsOf(name);
  const found = refusals.find((refusal) => !refusal.allowed.includes(name) && includes(words, refusal.words));
  return found ? [`'${name}' says '${found.synonym}': the word is '${found.word}'`] : [];
}

/** Whether a name contains the words of a synonym consecutively, in singular or plural. */
function includes(words: readonly string[], synonym: readonly string[]): boolean {
  return words.some((_, start) => synonym.every((word, index) => isSame(words[start + index], word)));
}

const isSame = (word: string | undefined, other: string) =>
  word === other || word === `${other}s` || `${word}s` === other;
