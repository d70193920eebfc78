import { type Element, PAGE, type PageWriter, type Style } from './page-writer.ts';

export type Column = { title: string; width: number; align?: 'left' | 'right' };
/** The cells of a row; a cell may have smaller lines below its first text. */
export type Row = readonly { text: string; notes?: readonly string[] }[];

export const COLUMN_GAP = 10;
const PADDING = 6;
const HEAD: Style = { size: 8, weight: 600 };
const NOTE: Style = { size: 8, isSoft: true };

/** Of heights, in lines. */
const ROUNDING = 1e-6;

/** Wrapped lines of one style. */
type Lines = { lines: string[]; style: Style };
type Table = { columns: readonly Column[]; rows: readonly Row[]; y: number };

/**
 * Draws a table whose header is repeated on each page: tagged the first time, then as an artifact. A row stays on one page, unless
 * it is higher than a page. Returns the position below it.
 */
export function drawTable(writer: PageWriter, parent: Element, { columns, rows, y: start }: Table): number {
  const { pdf } = writer;
  const table = pdf.struct('Table');
  parent.add(table);
  const head = columns.map(({ title, width }): Lines[] => [
    { lines: writer.wrap(title, width, HEAD), style: HEAD },
  ]);
  const headHeight = Math.max(...head.map((cell) => heightOf(writer, cell))) + PADDING;
  const pageHeight = writer.bottom - PAGE.top - headHeight;
  const measured = rows.map((row) => {
    const cells = row.map((cell, at) => wrapCell(writer, cell, columns[at]?.width ?? 0));
    return { cells, height: Math.max(...cells.map((cell) => heightOf(writer, cell))) + PADDING };
  });
  // The head is never alone at the end of a page.
  let y = writer.roomFor(start, headHeight + Math.min(measured[0]?.height ?? 0, pageHeight));
  const first = pdf.struct('TR');
  table.add(first);
  for (const [at, cell] of head.entries())
    first.add(pdf.struct('TH', { scope: 'Column' } as object, () => drawCell(at, cell)));
  first.end();
  endHead();

  for (const { cells, height } of measured) {
    if (y + Math.min(height, pageHeight) > writer.bottom) beginPage();
    const row = pdf.struct('TR');
    table.add(row);
    const elements = cells.map(() => pdf.struct('TD'));
    for (const element of elements) row.add(element);
    drawRow(cells, elements);
    row.end();
  }
  table.end();
  return y;

  /** Draws as much of a row as fits, and the rest on further pages, which belongs to the same cells. */
  function drawRow(cells: readonly Lines[][], elements: readonly Element[]): void {
    const room = writer.bottom - y - PADDING;
    const split = cells.map((cell) => splitCell(writer, cell, room));
    for (const [at, element] of elements.entries()) element.add(() => drawCell(at, split[at]?.here ?? []));
    y += Math.max(...split.map(({ here }) => heightOf(writer, here))) + PADDING;
    const rest = split.map((cell) => cell.rest);
    if (rest.every((cell) => cell.length === 0)) return;
    beginPage();
    drawRow(rest, elements);
  }

  function beginPage(): void {
    y = writer.addPage();
    writer.artifact(() => {
      for (const [at, cell] of head.entries()) drawCell(at, cell);
    });
    endHead();
  }

  function endHead(): void {
    y += headHeight;
    writer.rule(y - PADDING / 2);
  }

  function drawCell(at: number, cell: readonly Lines[]): void {
    const before = columns.slice(0, at).reduce((sum, column) => sum + column.width + COLUMN_GAP, 0);
    const { width = 0, align = 'left' } = columns[at] ?? {};
    let below = y;
    for (const { lines, style } of cell)
      below = writer.draw(lines, { x: PAGE.left + before, y: below, width }, { ...style, align });
  }
}

function wrapCell(writer: PageWriter, { text, notes = [] }: Row[number], width: number): Lines[] {
  return [
    { lines: writer.wrap(text, width), style: {} },
    { lines: notes.flatMap((note) => writer.wrap(note, width, NOTE)), style: NOTE },
  ];
}

const heightOf = (writer: PageWriter, cell: readonly Lines[]): number =>
  cell.reduce((sum, { lines, style }) => sum + lines.length * writer.leadingOf(style), 0);

/** Splits a cell's lines at a height: at least one line is kept, so that nothing is split for ever. */
function splitCell(writer: PageWriter, cell: readonly Lines[], height: number) {
  let left = height;
  const here: Lines[] = [];
  const rest: Lines[] = [];
  for (const { lines, style } of cell) {
    const fitting = rest.length > 0 ? 0 : Math.floor(left / writer.leadingOf(style) + ROUNDING);
    const least = here.every((part) => part.lines.length === 0) && rest.length === 0 ? 1 : 0;
    const count = Math.max(fitting, least);
    here.push({ lines: lines.slice(0, count), style });
    if (lines.length > count) rest.push({ lines: lines.slice(count), style });
    left -= Math.min(count, lines.length) * writer.leadingOf(style);
  }
  return { here, rest };
}
