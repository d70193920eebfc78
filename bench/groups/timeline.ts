import type { PhotoPage, TimelineMap } from '@keepsake/contracts/library/photos';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type Environment, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import type { Caller } from '../harness/requests.ts';
import { measureLatency, median, percentile, type Subject } from '../harness/rounds.ts';
import { seedLibrary } from '../harness/seed-library.ts';

const SIZES = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000 };
const LARGER = ['100k', '1M'] as const;
const WAYS = {
  sequential: { connections: 1, rounds: 8, requestsPerRound: 150 },
  '16 connections': { connections: 16, rounds: 8, requestsPerRound: 600 },
};
/** Months whose pages are read. */
const MONTHS = 24;
const API = SERVICE_PATHS.photoManagement;

type Size = keyof typeof SIZES;
/** `rows` reads the same rows by key and returns as many bytes as the month page at the same position. */
type Call = 'map' | 'month' | 'rows' | 'layout';
type Library = { size: Size; subjects: Record<Call, Subject>; fullestMonth: number };
type Times = Record<string, number[]>;

/** Map and month page of a customer's library at three sizes, each with its own database and server. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('timeline');
  const libraries: Library[] = [];
  for (const size of Object.keys(SIZES) as Size[]) libraries.push(await openLibrary(environment, size));
  const figures: Figure[] = [];
  for (const [way, load] of Object.entries(WAYS)) {
    const times = await measureLatency(subjectsOf(libraries, ['map', 'month', 'rows']), load);
    figures.push(...besideTenThousand(way, times), ...besideRows(way, times));
  }
  return [...figures, ...(await measureLayouts(libraries))];
}

async function openLibrary({ createDatabase, serve }: Environment, size: Size): Promise<Library> {
  const database = await createDatabase(size);
  const customerId = await seedLibrary(database, { photos: SIZES[size] });
  const node = await serve(database);
  const caller = await node.signIn(customerId);
  const months = monthsOf(await caller.read<TimelineMap>(`${API}/users/timeline`));
  const [fullest] = months.toSorted((a, b) => b.photos - a.photos);
  const subjects = {
    map: { caller, paths: [`${API}/users/timeline`] },
    ...(await chooseMonths(caller, months)),
    layout: { caller, paths: [`${API}/photos/timeline/${fullest?.path}/layout`] },
  };
  return { size, subjects, fullestMonth: fullest?.photos ?? 0 };
}

type Month = { path: string; photos: number };

const monthsOf = (map: TimelineMap): Month[] =>
  Object.entries(map).flatMap(([year, months]) =>
    Object.entries(months).map(([month, photos]) => ({ path: `${year}/${month}`, photos })),
  );

/** First and second pages of months spread over the library, with their baselines. */
async function chooseMonths(caller: Caller, months: readonly Month[]) {
  const every = Math.ceil(months.length / MONTHS);
  const month: string[] = [];
  const rows: string[] = [];
  for (const { path } of months.filter((_, index) => index % every === 0)) {
    let url: string | null = `${API}/photos/timeline/${path}`;
    for (let page = 0; url !== null && page < 2; page++) {
      const text = await caller.readText(url);
      const { images, cursor }: PhotoPage = JSON.parse(text);
      month.push(url);
      const keys = images.map(({ imageId }) => imageId).join(',');
      rows.push(`/bench/rows/photos?bytes=${Buffer.byteLength(text)}&keys=${keys}`);
      url = cursor && `${API}/photos/timeline/${path}?cursor=${cursor}`;
    }
  }
  return { month: { caller, paths: month }, rows: { caller, paths: rows } };
}

function subjectsOf(libraries: readonly Library[], calls: readonly Call[]): Record<string, Subject> {
  return Object.fromEntries(
    libraries.flatMap(({ size, subjects }) => calls.map((call) => [`${call} ${size}`, subjects[call]])),
  );
}

/** Larger libraries compared with one of ten thousand. */
function besideTenThousand(way: string, times: Times): Figure[] {
  return ['map', 'month'].flatMap((call) =>
    [50, 95].flatMap((percent) =>
      LARGER.map((size) => {
        const at = (of: Size) => percentile(times[`${call} ${of}`] ?? [], percent);
        const judged = { beside: at('10k'), atMost: size === '1M' ? 1.3 : undefined };
        return figure(`${call}, ${way}, p${percent}, ${size} beside 10k`, at(size), 'ms', judged);
      }),
    ),
  );
}

/** The month page compared with the plain route that reads its rows by key, in the same server. */
function besideRows(way: string, times: Times): Figure[] {
  return Object.keys(SIZES).map((size) => {
    const judged = { beside: median(times[`rows ${size}`] ?? []), atMost: 1.5 };
    const month = median(times[`month ${size}`] ?? []);
    return figure(`month of ${size}, ${way}, p50 beside rows by key`, month, 'ms', judged);
  });
}

async function measureLayouts(libraries: readonly Library[]): Promise<Figure[]> {
  const load = { connections: 1, rounds: 3, requestsPerRound: 10 };
  const times: Times = await measureLatency(subjectsOf(libraries, ['layout']), load);
  return libraries.map(({ size, fullestMonth }) => {
    const name = `layout of the fullest month of ${size}, ${fullestMonth} photos, p50`;
    return figure(name, median(times[`layout ${size}`] ?? []), 'ms');
  });
}
