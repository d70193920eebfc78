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

/** The header, measured for its columns; `height` includes the rule below it. */
type Head = { columns: readonly Column[]; cells: Lines[][]; height: number };

/**
 * Draws a table whose header is repeated on each page: tagged the first time, then as an artifact. A row stays on one page, unless
 * it is higher than a page. Returns the position below it.
 */
export function drawTable(writer: PageWriter, parent: Element, { columns, rows, y: start }: Table): number {
  const { pdf } = writer;
  const table = pdf.struct('Table');
  parent.add(table);
  const head = {
    columns,
    ...measure(
      writer,
      columns.map(({ title, width }) => [{ lines: writer.wrap(title, width, HEAD), style: HEAD }]),
    ),
  };
  const pageHeight = writer.bottom - PAGE.top - head.height;
  const measured = rows.map((row) =>
    measure(
      writer,
      row.map((cell, at) => wrapCell(writer, cell, columns[at]?.width ?? 0)),
    ),
  );
  // The head is never alone at the end of a page.
  let y = writer.roomFor(start, head.height + Math.min(measured[0]?.height ?? 0, pageHeight));
  y = drawFirstHead(writer, table, head, y);
  for (const { cells, height } of measured) {
    if (y + Math.min(height, pageHeight) > writer.bottom) y = beginPage(writer, head);
    const row = pdf.struct('TR');
    table.add(row);
    const elements = cells.map(() => pdf.struct('TD'));
    for (const element of elements) row.add(element);
    y = drawRow(writer, head, { cells, elements, y });
    row.end();
  }
  table.end();
  return y;
}

const measure = (writer: PageWriter, cells: Lines[][]) => ({
  cells,
  height: Math.max(...cells.map((cell) => heightOf(writer, cell))) + PADDING,
});

function drawFirstHead(writer: PageWriter, table: Element, head: Head, y: number): number {
  const first = writer.pdf.struct('TR');
  table.add(first);
  for (const [at, cell] of head.cells.entries())
    first.add(
      writer.pdf.struct('TH', { scope: 'Column' } as object, () => drawCell(writer, head, { at, cell, y })),
    );
  first.end();
  return endHead(writer, head, y);
}

/** Begins a page with the header, and returns the position below it. */
function beginPage(writer: PageWriter, head: Head): number {
  const y = writer.addPage();
  writer.artifact(() => {
    for (const [at, cell] of head.cells.entries()) drawCell(writer, head, { at, cell, y });
  });
  return endHead(writer, head, y);
}

function endHead(writer: PageWriter, { height }: Head, y: number): number {
  writer.rule(y + height - PADDING / 2);
  return y + height;
}

type DrawnRow = { cells: readonly Lines[][]; elements: readonly Element[]; y: number };

/** Draws as much of a row as fits, and the rest on further pages, which belongs to the same cells; returns the position below. */
function drawRow(writer: PageWriter, head: Head, { cells, elements, y }: DrawnRow): number {
  const split = cells.map((cell) => splitCell(writer, cell, writer.bottom - y - PADDING));
  for (const [at, element] of elements.entries())
    element.add(() => drawCell(writer, head, { at, cell: split[at]?.here ?? [], y }));
  const rest = split.map((cell) => cell.rest);
  if (rest.every((cell) => cell.length === 0))
    return y + Math.max(...split.map(({ here }) => heightOf(writer, here))) + PADDING;
  return drawRow(writer, head, { cells: rest, elements, y: beginPage(writer, head) });
}

type DrawnCell = { at: number; cell: readonly Lines[]; y: number };

function drawCell(writer: PageWriter, { columns }: Head, { at, cell, y }: DrawnCell): void {
  const before = columns.slice(0, at).reduce((sum, column) => sum + column.width + COLUMN_GAP, 0);
  const { width = 0, align = 'left' } = columns[at] ?? {};
  let below = y;
  for (const { lines, style } of cell)
    below = writer.draw(lines, { x: PAGE.left + before, y: below, width }, { ...style, align });
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
