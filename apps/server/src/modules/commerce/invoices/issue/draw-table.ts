import { PAGE, type PageWriter, type Style } from './page-writer.ts';

export type Column = { title: string; width: number; align?: 'left' | 'right' };
/** The cells of a row; a cell may have smaller lines below its first text. */
export type Row = readonly { text: string; notes?: readonly string[] }[];
type Element = ReturnType<PageWriter['pdf']['struct']>;

const GAP = 10;
const PADDING = 6;
const HEAD: Style = { size: 8, weight: 600 };
const NOTE: Style = { size: 8, isSoft: true };

type Table = {
  columns: readonly Column[];
  rows: readonly Row[];
  y: number;
  /** Begins a page and returns the position of its first line. */
  addPage(): number;
};

/**
 * Draws a table whose header is repeated on each page: tagged the first time, then as an artifact. Returns the position below it.
 */
export function drawTable(
  writer: PageWriter,
  parent: Element,
  { columns, rows, y: start, addPage }: Table,
): number {
  const { pdf } = writer;
  const table = pdf.struct('Table');
  parent.add(table);
  const lefts = columns.map((_, at) => {
    const before = columns.slice(0, at).reduce((sum, { width }) => sum + width + GAP, 0);
    return PAGE.left + before;
  });
  const boxOf = (at: number, y: number) => ({ x: lefts[at] ?? 0, y, width: columns[at]?.width ?? 0 });
  const styleOf = (at: number, style: Style = {}): Style => ({
    ...style,
    align: columns[at]?.align ?? 'left',
  });
  const headLines = columns.map(({ title, width }) => writer.wrap(title, width, HEAD));
  const headHeight = Math.max(...headLines.map(({ length }) => length)) * writer.leadingOf(HEAD);

  let y = start;
  const head = pdf.struct('TR');
  table.add(head);
  for (const [at, lines] of headLines.entries())
    head.add(pdf.struct('TH', { scope: 'Column' } as object, () => drawHead(at, lines)));
  head.end();
  y += headHeight + PADDING;
  writer.rule(y - PADDING / 2);

  for (const row of rows) {
    const cells = row.map(({ text, notes = [] }, at) => {
      const width = columns[at]?.width ?? 0;
      return {
        lines: writer.wrap(text, width),
        notes: notes.flatMap((note) => writer.wrap(note, width, NOTE)),
      };
    });
    const heights = cells.map(
      ({ lines, notes }) => lines.length * writer.leadingOf({}) + notes.length * writer.leadingOf(NOTE),
    );
    const height = Math.max(...heights) + PADDING;
    if (y + height > PAGE.bottom) {
      y = addPage();
      writer.artifact(() => {
        for (const [at, lines] of headLines.entries()) drawHead(at, lines);
      });
      y += headHeight + PADDING;
      writer.rule(y - PADDING / 2);
    }
    const line = pdf.struct('TR');
    table.add(line);
    for (const [at, { lines, notes }] of cells.entries())
      line.add(
        pdf.struct('TD', {}, () => {
          const below = writer.draw(lines, boxOf(at, y), styleOf(at));
          writer.draw(notes, boxOf(at, below), styleOf(at, NOTE));
        }),
      );
    line.end();
    y += height;
  }
  table.end();
  return y;

  function drawHead(at: number, lines: readonly string[]): void {
    writer.draw(lines, boxOf(at, y), styleOf(at, HEAD));
  }
}
