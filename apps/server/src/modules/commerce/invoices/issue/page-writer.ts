import type PDFDocument from 'pdfkit';
import { type Run, runsOf, type Weight } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Pdf['struct']>;

/** A4 in points, and the area for text on it. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, bottom: 740 } as const;
const TEXT = '#1c1e21';
const SOFT_TEXT = '#5a5e66';

export type Style = {
  size?: number;
  weight?: Weight;
  align?: 'left' | 'right';
  isSoft?: boolean;
};
export type Box = { x: number; y: number; width: number };

export type PageWriter = ReturnType<typeof createPageWriter>;

/** Writes lines at positions, with its own tagging, font fallback and wrapping. pdfkit's tables take many times as long. */
export function createPageWriter(pdf: Pdf) {
  const registered = new Set<string>();

  function use({ name, bytes }: Run['face'], size: number): void {
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

  /** Wraps a text to a width; a word that is wider is broken. */
  function wrap(text: string, width: number, style: Style = {}): string[] {
    const lines: string[] = [];
    const isWide = (line: string) => widthOf(line, style) > width;
    for (const word of text.split(/[ \n\t]+/u).filter(Boolean)) {
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

  const leadingOf = ({ size = 9 }: Style) => size * 1.4;

  /** Draws lines and returns the position below them; the caller has tagged them. */
  function draw(lines: readonly string[], { x, y, width }: Box, style: Style = {}): number {
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

  /** Writes a tagged text at a position; returns the position below it. */
  function write(parent: Element, tag: string, text: string, box: Box, style: Style = {}): number {
    const lines = wrap(text, box.width, style);
    let below = box.y;
    parent.add(
      pdf.struct(tag, {}, () => {
        below = draw(lines, box, style);
      }),
    );
    return below;
  }

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

  return { pdf, wrap, draw, write, artifact, rule, leadingOf };
}
