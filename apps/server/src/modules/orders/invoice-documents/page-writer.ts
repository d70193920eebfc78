import type PDFDocument from 'pdfkit';
import { type Face, hasLetter, openFaces, type Weight, writableText } from '../../../platform/typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;
export type Element = ReturnType<Pdf['struct']>;

/** A4 in points, and the area for text on it; the footers are below `bottom`. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, bottom: 740 } as const;
const TEXT = '#1c1e21';
const SOFT_TEXT = '#5a5e66';

/** Stands for characters that the typeface lacks. */
export const LACKING = '[?]';
const SEVERAL_LACKING = /(\[\?\]){2,}/g;

export type Style = {
  size?: number;
  weight?: Weight;
  align?: 'left' | 'right';
  isSoft?: boolean;
};
export type Box = { x: number; y: number; width: number };

export type PageWriter = ReturnType<typeof createPageWriter>;

/**
 * Writes lines at positions, with its own tagging, font fallback, wrapping and page breaks. pdfkit's tables take many times as
 * long. `footerHeight` is what the footers take of each page's text area.
 */
export function createPageWriter(pdf: Pdf, footerHeight = 0) {
  const pages = createPages(pdf, PAGE.bottom - footerHeight);
  const { bottom, roomFor, addPage } = pages;
  const type = createType(pdf);
  const { wrap } = type;

  const draw = (lines: readonly string[], box: Box, style: Style = {}) =>
    drawLines(pdf, type, { lines, box, style });

  /** Writes a tagged text at a position, on as many pages as it takes; returns the position below it on the last of them. */
  function write(parent: Element, tag: string, text: string, box: Box, style: Style = {}): number {
    const element = pdf.struct(tag);
    parent.add(element);
    let lines = wrap(text, box.width, style);
    let y = roomFor(box.y, leadingOf(style));
    while (lines.length > 0) {
      const count = Math.max(1, Math.floor((bottom - y) / leadingOf(style)));
      const [here, at] = [lines.slice(0, count), { ...box, y }];
      element.add(() => {
        y = draw(here, at, style);
      });
      lines = lines.slice(count);
      if (lines.length > 0) y = addPage();
    }
    element.end();
    return y;
  }
  return {
    ...type,
    ...createMarks(pdf),
    ...pages,
    pdf,
    leadingOf,
    draw,
    write,
  };
}

/** The pages of a document, whose text ends at `bottom`. */
function createPages(pdf: Pdf, bottom: number) {
  function addPage(): number {
    pdf.addPage();
    return PAGE.top;
  }
  return {
    bottom,
    addPage,
    /** The position itself, or the top of a new page if there is no room for `height` below it. */
    roomFor: (y: number, height: number): number => (y + height > bottom ? addPage() : y),
    pageCount: () => pdf.bufferedPageRange().count,
  };
}

const leadingOf = ({ size = 9 }: Style) => size * 1.4;

type Type = ReturnType<typeof createType>;

/** The typeface of a document: its fonts, how wide texts are in them, and where lines break. */
function createType(pdf: Pdf) {
  const registered = new Set<string>();
  let isLacking = false;

  function use({ name, bytes }: Face, size: number): void {
    if (!registered.has(name)) pdf.registerFont(name, bytes);
    registered.add(name);
    pdf.font(name).fontSize(size);
  }
  function widthOf(text: string, { size = 9, weight = 400 }: Style): number {
    return runsOf(text, weight).reduce((width, run) => {
      use(run.face, size);
      return width + pdf.widthOfString(run.text);
    }, 0);
  }
  /** The text in characters of the typeface. */
  function written(text: string): string {
    const changed = writableText(text, () => {
      isLacking = true;
      return LACKING;
    });
    return changed.replace(SEVERAL_LACKING, LACKING);
  }
  return {
    use,
    widthOf,
    written,
    /** Wraps a text to a width; a word that is wider is broken. */
    wrap: (text: string, width: number, style: Style = {}): string[] =>
      wrapWords(written(text).split(/ +/).filter(Boolean), (line) => widthOf(line, style) > width),
    /** Whether something has been written for which the typeface has no characters. */
    isLacking: () => isLacking,
  };
}

function wrapWords(words: readonly string[], isWide: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && !isWide(`${last} ${word}`)) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    let rest = word;
    while (isWide(rest) && rest.length > 1) {
      let end = rest.length - 1;
      while (end > 1 && isWide(rest.slice(0, end))) end--;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    lines.push(rest);
  }
  return lines;
}

type Drawn = { lines: readonly string[]; box: Box; style: Style };

/** Draws wrapped lines and returns the position below them; the caller has tagged them, and they fit on the page. */
function drawLines(pdf: Pdf, { use, widthOf }: Type, { lines, box: { x, y, width }, style }: Drawn): number {
  const { size = 9, weight = 400, align = 'left', isSoft = false } = style;
  pdf.fillColor(isSoft ? SOFT_TEXT : TEXT);
  for (const [at, line] of lines.entries()) {
    let pen = align === 'right' ? x + width - widthOf(line, style) : x;
    const runs = runsOf(line, weight);
    for (const [place, run] of runs.entries()) {
      use(run.face, size);
      // A space between lines, for text extraction.
      const text = place === runs.length - 1 ? `${run.text} ` : run.text;
      pdf.text(text, pen, y + at * leadingOf(style), { lineBreak: false });
      pen += pdf.widthOfString(run.text);
    }
  }
  return y + lines.length * leadingOf(style);
}

function createMarks(pdf: Pdf) {
  /** Marks what is not content: rules, footers, and repeated headers. */
  function artifact(drawn: () => void): void {
    pdf.markContent('Artifact', { type: 'Layout' });
    drawn();
    pdf.endMarkedContent();
  }
  const rule = (y: number) =>
    artifact(() => {
      pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor('#c5c8cd').stroke();
    });
  return { artifact, rule };
}

type Run = { face: Face; text: string };

/** Splits a written text into runs that one font file covers. */
export function runsOf(text: string, weight: Weight): Run[] {
  const faces = openFaces(weight);
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const face =
      last && hasLetter(last.face, letter) ? last.face : faces.find((one) => hasLetter(one, letter));
    // An archival pdf must not have empty glyphs.
    if (!face) throw new Error(`The typeface has no ${JSON.stringify(letter)}`);
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}
