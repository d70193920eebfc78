import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { type Environment, startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, reported } from '../figure.ts';
import { measureLatency, type Subject } from '../measure-latency.ts';
import { percentile } from '../statistics.ts';
import { chooseRequests, type TimelineRequests } from '../timeline/choose-requests.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const SIZES = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000 } as const;
type Size = keyof typeof SIZES;
const WAYS = [
  { way: 'sequential', connections: 1, rounds: 8, requestsPerRound: 150 },
  { way: '16 connections', connections: 16, rounds: 8, requestsPerRound: 600 },
];
const PERCENTILES = { p50: 0.5, p95: 0.95 };

type Library = { size: Size; token: string; requests: TimelineRequests };

/** Map and month page of a customer's library at three sizes, each with its own database and server. */
export async function measureTimeline(): Promise<Figure[]> {
  const environment = await startEnvironment('timeline');
  try {
    const libraries: Library[] = [];
    for (const size of Object.keys(SIZES) as Size[]) libraries.push(await openLibrary(environment, size));
    const figures: Figure[] = [];
    for (const { way, ...load } of WAYS) {
      const times = await measureLatency(libraries.flatMap(subjectsOf), load);
      figures.push(...compareSizes(way, times), ...compareWithRows(way, times));
    }
    return [...figures, ...(await measureLayouts(libraries))];
  } finally {
    await environment.stop();
  }
}

async function openLibrary(environment: Environment, size: Size): Promise<Library> {
  const databaseUrl = await environment.createDatabase(`bench_${size}`);
  const customerId = newCustomerId();
  await seedLibrary(databaseUrl, { customerId, photos: SIZES[size] });
  const { address } = await environment.startNode(databaseUrl);
  const token = await environment.tokenFor(customerId);
  return { size, token, requests: await chooseRequests(address, token) };
}

const CALLS = ['map', 'month', 'rows'] as const;

function subjectsOf({ size, token, requests }: Library): Subject[] {
  return CALLS.map((call) => ({ name: `${call} ${size}`, urls: requests[call], token }));
}

/** A library of a million compared with one of ten thousand. */
function compareSizes(way: string, times: Map<string, number[]>): Figure[] {
  return (['map', 'month'] as const).flatMap((call) =>
    Object.entries(PERCENTILES).flatMap(([name, share]) => {
      const at = (size: Size) => percentile(times.get(`${call} ${size}`) ?? [], share);
      const figure = (size: Size) => `${call}, ${way}, ${name}, ${size} beside 10k`;
      const small = { baseline: at('10k'), unit: 'ms' };
      return [
        compared({ ...small, figure: figure('100k'), measured: at('100k') }),
        compared({ ...small, figure: figure('1M'), measured: at('1M'), atMost: 1.3 }),
      ];
    }),
  );
}

/** The month page compared with the plain route that reads its rows by key, in the same server. */
function compareWithRows(way: string, times: Map<string, number[]>): Figure[] {
  return (Object.keys(SIZES) as Size[]).map((size) =>
    compared({
      figure: `month of ${size}, ${way}, p50 beside rows by key`,
      measured: percentile(times.get(`month ${size}`) ?? [], 0.5),
      baseline: percentile(times.get(`rows ${size}`) ?? [], 0.5),
      unit: 'ms',
      atMost: 1.5,
    }),
  );
}

async function measureLayouts(libraries: readonly Library[]): Promise<Figure[]> {
  const subjects = libraries.map(({ size, token, requests }) => ({
    name: size,
    urls: requests.layout,
    token,
  }));
  const times = await measureLatency(subjects, { connections: 1, rounds: 3, requestsPerRound: 10 });
  return libraries.map(({ size, requests }) =>
    reported({
      figure: `layout of the fullest month of ${size}, ${requests.fullestMonth} photos, p50`,
      measured: percentile(times.get(size) ?? [], 0.5),
      unit: 'ms',
    }),
  );
}
