import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { readWoff } from '../../../../platform/woff.ts';
import type { Words } from './plan-book.ts';

/** Font files of the typeface by alphabet: a text is set in the one that covers most of it, falling back to the others. */
const ALPHABETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const;
const LATIN = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));
const LINE_HEIGHT = 1.15;

export type Typeface = { name: string; bytes: Buffer; font: fontkit.Font };
/** A line of a text, or the run of it set in one font file, with the start of its baseline. Units are those of the page. */
export type Line = { text: string; x: number; y: number; size: number; typeface: Typeface };

const opened = new Map<string, Typeface>();

function openTypeface(alphabet: string): Typeface {
  const known = opened.get(alphabet);
  if (known) return known;
  const file = LATIN.replace('inter-latin-', `inter-${alphabet}-`);
  const bytes = readWoff(file);
  const typeface = { name: `Inter ${alphabet}`, bytes, font: fontkit.create(bytes) as fontkit.Font };
  opened.set(alphabet, typeface);
  return typeface;
}

/** Breaks words into lines no wider than their box. Characters missing from every font file are left out. */
export function breakLines({ text, x, y, width, size, align, grows }: Words): Line[] {
  const typefaces = chooseTypefaces(text);
  const measure = (line: string) =>
    runsOf(line, typefaces).reduce((sum, run) => sum + widthOf(run.typeface, run.text, size), 0);
  const lines: string[] = [];
  for (const word of withoutLeftOut(text, typefaces).split(/\s+/u).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...breakWord(word, (part) => measure(part) <= width));
  }
  const step = size * LINE_HEIGHT;
  const first = grows === 'down' ? y : y - step * (lines.length - 1);
  return lines.flatMap((line, at) => {
    let pen = align === 'left' ? x : x + (width - measure(line)) / 2;
    return runsOf(line, typefaces).map(({ text: part, typeface }) => {
      const run = { text: part, x: pen, y: first + at * step, size, typeface };
      pen += widthOf(typeface, part, size);
      return run;
    });
  });
}

/** The characters of a text missing from every font file, each once. */
export function findLeftOut(text: string): string {
  const typefaces = chooseTypefaces(text);
  const letters = [...SEGMENTER.segment(text.normalize('NFC'))].map(({ segment }) => segment);
  return [...new Set(letters.filter((letter) => !canWrite(letter, typefaces)))].join(' ');
}

/** What people see as one character, such as a family emoji or a flag. */
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const canWrite = (segment: string, typefaces: readonly Typeface[]): boolean =>
  [...segment].every((letter) => typefaces.some((typeface) => hasLetter(typeface, letter)));

const withoutLeftOut = (text: string, typefaces: readonly Typeface[]): string =>
  [...SEGMENTER.segment(text.normalize('NFC'))]
    .map(({ segment }) => (canWrite(segment, typefaces) ? segment : ''))
    .join('');

type Run = { text: string; typeface: Typeface };

/** Splits a text into runs, each set in one font file. */
function runsOf(text: string, typefaces: readonly [Typeface, ...Typeface[]]): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const isBlank = /\s/u.test(letter) && last !== undefined;
    const typeface = isBlank
      ? last.typeface
      : (typefaces.find((each) => hasLetter(each, letter)) ?? typefaces[0]);
    if (last?.typeface === typeface) last.text += letter;
    else runs.push({ text: letter, typeface });
  }
  return runs;
}

/** Splits a word into parts that fit; most words stay whole. */
function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts = [''];
  for (const letter of word) {
    const longer = `${parts.at(-1)}${letter}`;
    if (parts.at(-1) === '' || fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

/** All font files, the one that covers most of a text first. */
function chooseTypefaces(text: string): [Typeface, ...Typeface[]] {
  const letters = [...text.normalize('NFC')];
  const lacking = (typeface: Typeface) => letters.filter((letter) => !hasLetter(typeface, letter)).length;
  const [first = openTypeface('latin'), ...others] = ALPHABETS.map(openTypeface);
  const best = others.reduce((most, other) => (lacking(other) < lacking(most) ? other : most), first);
  return [best, ...[first, ...others].filter((typeface) => typeface !== best)];
}

const hasLetter = ({ font }: Typeface, letter: string): boolean =>
  /\s/u.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

function widthOf({ font }: Typeface, text: string, size: number): number {
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
}

/** A line as SVG outlines, which need no font to be drawn. */
export function outlineOf({ text, x, y, size, typeface }: Line, colour: string): string {
  const { glyphs, positions } = typeface.font.layout(text);
  const scale = size / typeface.font.unitsPerEm;
  let pen = 0;
  const paths = glyphs.map((glyph, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const place = `translate(${pen + xOffset} ${yOffset})`;
    pen += xAdvance;
    return `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
  });
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}
