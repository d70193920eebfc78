import { median } from './rounds.ts';

/** One line of the table: a measurement beside its limit, or beside a baseline from the same run. */
export type Figure = {
  figure: string;
  measured: number | null;
  unit: string;
  /** The limit or baseline, in the same unit. */
  against: number | null;
  /** Measured / baseline, if there is one. */
  ratio: number | null;
  /** The limit of the ratio, or of the measured value if there is no baseline; empty for figures that are only reported. */
  limit: string;
  verdict: 'ok' | 'MISSED' | '';
  note?: string;
};

/** One value, or those of several rounds, of which the median counts. */
type Value = number | readonly number[];
type Judgement = {
  /** A baseline from the same run: a limit then applies to the ratio. That of rounds is the median of each round's ratio. */
  beside?: Value;
  atMost?: number;
  atLeast?: number;
  note?: string;
};

/**
 * A figure with its limit, if it has one; otherwise it is only reported. Null could not be measured, for the reason in the
 * note.
 */
export function figure(
  name: string,
  measured: Value | null,
  unit: string,
  { beside, atMost, atLeast, note }: Judgement = {},
): Figure {
  const value = measured === null ? null : middle(measured);
  const ratio = measured === null || beside === undefined ? null : ratioOf(measured, beside);
  const against = beside === undefined ? (atMost ?? atLeast ?? null) : middle(beside);
  const judged = judge(ratio ?? value ?? Number.NaN, { atMost, atLeast });
  return { figure: name, measured: value, unit, against, ratio, ...judged, note };
}

const middle = (value: Value) => (typeof value === 'number' ? value : median(value));

function ratioOf(measured: Value, beside: Value): number {
  if (typeof measured === 'number' || typeof beside === 'number') return middle(measured) / middle(beside);
  return median(measured.map((value, round) => value / (beside[round] ?? Number.NaN)));
}

function judge(value: number, { atMost, atLeast }: Judgement): Pick<Figure, 'limit' | 'verdict'> {
  if (atMost !== undefined) return { limit: `<= ${atMost}`, verdict: value <= atMost ? 'ok' : 'MISSED' };
  if (atLeast !== undefined) return { limit: `>= ${atLeast}`, verdict: value >= atLeast ? 'ok' : 'MISSED' };
  return { limit: '', verdict: '' };
}

/** The figures that missed their limits, one line each, by group. */
export function listMissed(results: Readonly<Record<string, readonly Figure[]>>): string[] {
  return Object.entries(results).flatMap(([group, figures]) =>
    figures
      .filter(({ verdict }) => verdict === 'MISSED')
      .map((line) => {
        const value = line.ratio === null ? amount(line.measured, line.unit) : line.ratio.toFixed(2);
        return `${group}: ${line.figure}: ${value}, must be ${line.limit}`;
      }),
  );
}

/** Prints figures as a table, one per line; notes follow below their line. */
export function printTable(group: string, figures: readonly Figure[]): void {
  const heads = ['figure', 'measured', 'limit or baseline', 'ratio', 'must be', ''];
  const rows = figures.map((line) => [
    line.figure,
    amount(line.measured, line.unit),
    line.against === null ? '' : amount(line.against, line.unit),
    line.ratio === null ? '' : line.ratio.toFixed(2),
    line.limit,
    line.verdict,
  ]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 || column > 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const join = (cells: string[]) => cells.map(pad).join('  ').trimEnd();
  console.log(`\n${group}\n${join(heads)}\n${'-'.repeat(join(heads).length)}`);
  for (const [index, row] of rows.entries()) {
    console.log(join(row));
    const note = figures[index]?.note;
    if (note) console.log(`    ${note}`);
  }
}

function amount(value: number | null, unit: string): string {
  if (value === null) return 'not measured';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return `${value.toFixed(Number.isInteger(value) ? 0 : digits)} ${unit}`.trim();
}
