import { startChild } from '../harness/child-process.ts';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import type { DrawingCost } from '../processes/draw-invoices.ts';

const DRAWING = new URL('../processes/draw-invoices.ts', import.meta.url);
const NUMBERING = new URL('../processes/number-invoices.ts', import.meta.url);
const WORKERS = 4;
const NUMBERED = 10_000;

/** An invoice compared with drawing the same text with the bare library, and numbering by four concurrent workers. */
export async function measure(): Promise<Figure[]> {
  return [
    ...(await measureDrawing('ten lines', 10)),
    ...(await measureDrawing('a hundred lines', 100)),
    ...(await measureNumbers()),
  ];
}

async function measureDrawing(order: string, lines: number): Promise<Figure[]> {
  const [issued, bare] = [await costOf('issued', order), await costOf('bare', order)];
  const beside = (name: string, unit: string, of: (cost: DrawingCost) => number) =>
    figure(`invoice of ${lines} lines, ${name}`, of(issued), unit, {
      beside: of(bare),
      note: 'bare pdfkit with the same words and XML',
    });
  return [
    beside('p50', 'ms', ({ milliseconds }) => milliseconds),
    beside('memory', 'MB', ({ megabytes }) => megabytes),
    beside('size', 'kB', ({ bytes }) => bytes / 1_000),
  ];
}

/** Cost of drawing in a process of its own. */
async function costOf(which: 'issued' | 'bare', order: string): Promise<DrawingCost> {
  await using child = await startChild<DrawingCost>(DRAWING, { args: [which, order], execArgv: [] });
  return child.ready;
}

async function measureNumbers(): Promise<Figure[]> {
  await using environment = await startEnvironment('invoices');
  await using workers = new AsyncDisposableStack();
  const { url, query } = await environment.createDatabase();
  const args = [url, String(NUMBERED / WORKERS)];
  const start = async () => workers.use(await startChild(NUMBERING, { args, execArgv: [] }));
  const children = await Promise.all(Array.from({ length: WORKERS }, start));
  const started = performance.now();
  await Promise.all(children.map((child) => child.finish('begin')));
  const seconds = (performance.now() - started) / 1_000;
  const [{ given, numbers, last } = { given: 0, numbers: 0, last: 0 }] = await query<
    Record<'given' | 'numbers' | 'last', number>
  >(
    `select count(distinct invoice_id)::int as given, count(distinct number)::int as numbers,
       max(right(number, 6)::int) as last from invoice_numbers`,
  );
  const note = 'one series; each number is durable before the next';
  return [
    figure(`${NUMBERED} invoices numbered by ${WORKERS} workers`, NUMBERED / seconds, '/s', { note }),
    figure('numbers that are missing', last - numbers, '', { atMost: 0 }),
    figure('numbers that are given twice', given - numbers, '', { atMost: 0 }),
    figure('invoices without a number', NUMBERED - given, '', { atMost: 0 }),
  ];
}
