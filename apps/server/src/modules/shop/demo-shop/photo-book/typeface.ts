import { type Face, hasLetter, openFaces, writableText } from '../../../../platform/typeface.ts';
import type { Words } from './plan-book.ts';

const LINE_HEIGHT = 1.15;

/** A line of a text, or the run of it set in one font file, with the start of its baseline. Units are those of the page. */
export type Line = { text: string; x: number; y: number; size: number; face: Face };

/** Breaks words into lines no wider than their box. Characters missing from every font file are left out. */
export function breakLines({ text, x, y, width, size, align, grows }: Words): Line[] {
  const written = writableText(text, () => '');
  const faces = chooseFaces(written);
  const measure = (line: string) =>
    runsOf(line, faces).reduce((sum, run) => sum + widthOf(run.face, run.text, size), 0);
  const lines: string[] = [];
  for (const word of written.split(/ +/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...breakWord(word, (part) => measure(part) <= width));
  }
  const step = size * LINE_HEIGHT;
  const first = grows === 'down' ? y : y - step * (lines.length - 1);
  return lines.flatMap((line, at) => {
    let pen = align === 'left' ? x : x + (width - measure(line)) / 2;
    return runsOf(line, faces).map(({ text: part, face }) => {
      const run = { text: part, x: pen, y: first + at * step, size, face };
      pen += widthOf(face, part, size);
      return run;
    });
  });
}

/** The characters of a text missing from every font file, each once. */
export function findLeftOut(text: string): string {
  const leftOut = new Set<string>();
  writableText(text, (missing) => {
    leftOut.add(missing);
    return '';
  });
  return [...leftOut].join(' ');
}

type Run = { text: string; face: Face };

/** Splits a text into runs, each set in one font file. */
function runsOf(text: string, faces: readonly [Face, ...Face[]]): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const isBlank = /\s/u.test(letter) && last !== undefined;
    const face = isBlank ? last.face : (faces.find((each) => hasLetter(each, letter)) ?? faces[0]);
    if (last?.face === face) last.text += letter;
    else runs.push({ text: letter, face });
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

/** All font files, the one that covers most of a text first: it is set in that one, falling back to the others. */
function chooseFaces(text: string): readonly [Face, ...Face[]] {
  const letters = [...text];
  const lacking = (face: Face) => letters.filter((letter) => !hasLetter(face, letter)).length;
  const [first, ...others] = openFaces(400);
  const best = others.reduce((most, other) => (lacking(other) < lacking(most) ? other : most), first);
  return [best, ...[first, ...others].filter((face) => face !== best)];
}

function widthOf({ font }: Face, text: string, size: number): number {
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
}

/** A line as SVG outlines, which need no font to be drawn. */
export function outlineOf({ text, x, y, size, face }: Line, colour: string): string {
  const { glyphs, positions } = face.font.layout(text);
  const scale = size / face.font.unitsPerEm;
  let pen = 0;
  const paths = glyphs.map((glyph, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const place = `translate(${pen + xOffset} ${yOffset})`;
    pen += xAdvance;
    return `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
  });
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}
