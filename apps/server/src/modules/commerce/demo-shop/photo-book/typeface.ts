import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { readWoff } from '../../../../platform/woff.ts';
import type { Words } from './plan-book.ts';

/** Files of the typeface, each with letters of some alphabets: a text is written with the first that has all of it. */
const ALPHABETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const;
const LATIN = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));
const LINE_HEIGHT = 1.15;

export type Typeface = { name: string; bytes: Buffer; font: fontkit.Font };
/** A line of a text: where it begins, on its baseline, and what it is written with. Units are those of the page. */
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

/** Breaks words into lines that are no wider than their box. What no file has a letter for is left out. */
export function breakLines({ text, x, y, width, size, align, grows }: Words): Line[] {
  const { typeface, written } = chooseTypeface(text);
  const measure = (line: string) => widthOf(typeface, line, size);
  const lines: string[] = [];
  for (const word of written.split(/\s+/u).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...breakWord(word, (part) => measure(part) <= width));
  }
  const step = size * LINE_HEIGHT;
  const first = grows === 'down' ? y : y - step * (lines.length - 1);
  return lines.map((line, at) => ({
    text: line,
    x: align === 'left' ? x : x + (width - measure(line)) / 2,
    y: first + at * step,
    size,
    typeface,
  }));
}

/** A word in parts that fit; most words are one. */
function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts = [''];
  for (const letter of word) {
    const longer = `${parts.at(-1)}${letter}`;
    if (parts.at(-1) === '' || fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

function chooseTypeface(text: string): { typeface: Typeface; written: string } {
  const letters = [...text.normalize('NFC')];
  const lacking = (typeface: Typeface) => letters.filter((letter) => !hasLetter(typeface, letter)).length;
  const [first = openTypeface('latin'), ...others] = ALPHABETS.map(openTypeface);
  const typeface = others.reduce((best, other) => (lacking(other) < lacking(best) ? other : best), first);
  return { typeface, written: letters.filter((letter) => hasLetter(typeface, letter)).join('') };
}

const hasLetter = ({ font }: Typeface, letter: string): boolean =>
  /\s/u.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

function widthOf({ font }: Typeface, text: string, size: number): number {
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
}

/** A line as outlines in SVG, which need no typeface where they are drawn. */
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
