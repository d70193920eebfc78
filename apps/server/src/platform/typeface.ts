import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { readWoff } from './woff.ts';

/** Font files of the typeface by alphabet, the commonest first. */
const ALPHABETS = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'greek-ext',
  'cyrillic-ext',
] as const;
const LATIN = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));

export type Weight = 400 | 600;
/** One font file: a weight of one alphabet. */
export type Face = { name: string; bytes: Buffer; font: fontkit.Font };

const opened = new Map<Weight, readonly [Face, ...Face[]]>();

/** The font files of a weight. Read once: they take 1 MB. */
export function openFaces(weight: Weight): readonly [Face, ...Face[]] {
  const existing = opened.get(weight);
  if (existing) return existing;
  const faces = ALPHABETS.map((alphabet): Face => {
    const bytes = readWoff(LATIN.replace('inter-latin-400', `inter-${alphabet}-${weight}`));
    return { name: `Inter ${alphabet} ${weight}`, bytes, font: fontkit.create(bytes) as fontkit.Font };
  });
  opened.set(weight, faces as [Face, ...Face[]]);
  return faces as [Face, ...Face[]];
}

/** Whether a font file has a character. */
export const hasLetter = ({ font }: Face, letter: string): boolean =>
  font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

/** What people see as one character, such as a family emoji or a flag. */
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters of the first font file that are written as they are. */
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u00ff]*$/;
/** Blanks within amounts and before French punctuation, where no line ends. */
const FIRM_BLANKS = /[\u2007\u202f]/g;
const BLANKS = /[\t\n\v\f\r\u2028\u2029]|(?!\u00a0)\p{Zs}/gu;
const HYPHENS = /[\u2010\u2011]/g;
/** Soft hyphens, joiners, variation selectors, marks of direction and control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/**
 * A text in characters that the typeface has, the same in both weights. Blanks of any kind become the usual ones, what is invisible
 * is left out, and ligatures and other variants are written in their plain letters. `instead` is asked for what remains, one
 * visible character at a time.
 */
export function writableText(text: string, instead: (missing: string) => string): string {
  if (PLAIN.test(text)) return text;
  const even = text
    .normalize('NFC')
    .replace(FIRM_BLANKS, '\u00a0')
    .replace(BLANKS, ' ')
    .replace(HYPHENS, '-');
  const written = Array.from(SEGMENTER.segment(even), ({ segment }) => {
    const visible = segment.replace(INVISIBLE, '');
    if (isCovered(visible)) return visible;
    const plain = visible.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
    return plain !== '' && isCovered(plain) ? plain : instead(segment);
  });
  return written.join('');
}

/** Whether a text can be written without replacing anything that is seen. */
export function isWritable(text: string): boolean {
  let isComplete = true;
  writableText(text, () => {
    isComplete = false;
    return '';
  });
  return isComplete;
}

function isCovered(text: string): boolean {
  const faces = openFaces(400);
  return [...text].every((letter) => faces.some((face) => hasLetter(face, letter)));
}
