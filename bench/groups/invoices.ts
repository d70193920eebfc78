import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited, reported } from '../figure.ts';

const DRAWING = fileURLToPath(new URL('../invoices/draw-invoices.ts', import.meta.url));
const NUMBERING = fileURLToPath(new URL('../invoices/number-invoices.ts', import.meta.url));
const WORKERS = 4;
const NUMBERED = 10_000;

type Cost = { first: number; milliseconds: number; bytes: number; megabytes: number };

/** An invoice compared with drawing the same text with the bare library, and numbering by four concurrent workers. */
export async function measureInvoices(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [order, lines] of [
    ['ten lines', 10],
    ['a hundred lines', 100],
  ] as const) {
    const [issued, bare] = [await costOf('issued', order), await costOf('bare', order)];
    const beside = { note: 'bare pdfkit with the same words and XML' };
    const named = (figure: string) => ({ figure: `invoice of ${lines} lines, ${figure}`, ...beside });
    figures.push(
      compared({ ...named('p50'), unit: 'ms', measured: issued.milliseconds, baseline: bare.milliseconds }),
      compared({ ...named('memory'), unit: 'MB', measured: issued.megabytes, baseline: bare.megabytes }),
      compared({
        ...named('size'),
        unit: 'kB',
        measured: issued.bytes / 1_000,
        baseline: bare.bytes / 1_000,
      }),
    );
  }
  return [...figures, ...(await measureNumbers())];
}

/** Cost of drawing in a process of its own. */
async function costOf(which: 'issued' | 'bare', order: string): Promise<Cost> {
  const child = fork(DRAWING, [which, order], { execArgv: [] });
  const ended = once(child, 'exit');
  const [cost] = (await once(child, 'message')) as [Cost];
  await ended;
  return cost;
}

async function measureNumbers(): Promise<Figure[]> {
  const environment = await startEnvironment('invoices');
  try {
    const url = await environment.createDatabase('bench_invoices');
    const share = String(NUMBERED / WORKERS);
    const workers = await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        const child = fork(NUMBERING, [url, share], { execArgv: [] });
        await once(child, 'message');
        return child;
      }),
    );
    const started = performance.now();
    await Promise.all(
      workers.map(async (child) => {
        const ended = once(child, 'exit');
        child.send('begin');
        const [code] = await ended;
        if (code !== 0) throw new Error(`A worker ended with ${code}`);
      }),
    );
    const seconds = (performance.now() - started) / 1_000;
    const { given, numbers, last } = await readNumbers(url);
    return [
      reported({
        figure: `${NUMBERED} invoices numbered by ${WORKERS} workers`,
        unit: '/s',
        measured: NUMBERED / seconds,
        note: 'one series; each number is durable before the next',
      }),
      limited({ figure: 'numbers that are missing', unit: '', measured: last - numbers, atMost: 0 }),
      limited({ figure: 'numbers that are given twice', unit: '', measured: given - numbers, atMost: 0 }),
      limited({ figure: 'invoices without a number', unit: '', measured: NUMBERED - given, atMost: 0 }),
    ];
  } finally {
    await environment.stop();
  }
}

async function readNumbers(url: string): Promise<{ given: number; numbers: number; last: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(distinct invoice_id)::int as given, count(distinct number)::int as numbers,
         max(right(number, 6)::int) as last from invoice_numbers`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}
