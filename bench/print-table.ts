import type { Figure } from './figure.ts';

/** Prints figures as a table, one per line; notes follow below their line. */
export function printTable(group: string, figures: readonly Figure[]): void {
  const heads = ['figure', 'measured', 'limit or baseline', 'ratio', 'must be', ''];
  const rows = figures.map((figure) => [
    figure.figure,
    amount(figure.measured, figure.unit),
    figure.against === null ? '' : amount(figure.against, figure.unit),
    figure.ratio === null ? '' : figure.ratio.toFixed(2),
    figure.limit,
    figure.verdict,
  ]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 || column > 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  console.log(`\n${group}\n${line(heads)}\n${'-'.repeat(line(heads).length)}`);
  for (const [index, row] of rows.entries()) {
    console.log(line(row));
    const note = figures[index]?.note;
    if (note) console.log(`    ${note}`);
  }
}

function amount(value: number | null, unit: string): string {
  if (value === null) return 'not measured';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return `${value.toFixed(Number.isInteger(value) ? 0 : digits)} ${unit}`.trim();
}
