import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure } from '../figure.ts';
import { measureLatency } from '../measure-latency.ts';
import { seedOrders } from '../orders/seed-orders.ts';
import { seedProjects } from '../projects/seed-projects.ts';
import { percentile } from '../statistics.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const PROJECTS = 1_000;
const PAGE = 100;
const PARTS = ['orders', 'storage', 'photos', 'projects', 'vouchers'];
/** Typical round trip of a customer, in addition to the server's time, in milliseconds. */
const ROUND_TRIP_MS = 100;
const TURNS = { connections: 1, rounds: 8, requestsPerRound: 40 };

type Bench = { address: string; token: string; customerId: CustomerId };

/** The list of a customer with 1,000 saved projects, and the overview of a customer with data of every kind. */
export async function measureProjects(): Promise<Figure[]> {
  const environment = await startEnvironment('projects');
  try {
    const databaseUrl = await environment.createDatabase('bench_projects');
    const customerId = newCustomerId();
    await seedLibrary(databaseUrl, { customerId, photos: PROJECTS });
    await seedOrders(databaseUrl, { customerId, orders: 100 });
    await seedProjects(databaseUrl, { customerId, projects: PROJECTS, vouchers: 5 });
    const { address } = await environment.startNode(databaseUrl);
    const bench = { address, customerId, token: await environment.tokenFor(customerId) };
    return [await measureList(bench), await measureOverview(bench)];
  } finally {
    await environment.stop();
  }
}

async function measureList({ address, token, customerId }: Bench): Promise<Figure> {
  const list = `${address}${SERVICE_PATHS.projects}/api/v2/projects/${customerId}?limit=${PAGE}`;
  const text = await fetchText(list, token);
  const { items } = JSON.parse(text) as { items: { id: string }[] };
  const rows = `${address}/bench/projects?ids=${items.map(({ id }) => id).join(',')}&bytes=${text.length}`;
  const times = await measureLatency(
    [
      { name: 'list', urls: [list], token },
      { name: 'rows', urls: [rows], token },
    ],
    TURNS,
  );
  return compared({
    figure: 'first hundred of 1,000 projects, p50 beside rows by key',
    measured: percentile(times.get('list') ?? [], 0.5),
    baseline: percentile(times.get('rows') ?? [], 0.5),
    unit: 'ms',
    atMost: 1.5,
  });
}

async function measureOverview({ address, token }: Bench): Promise<Figure> {
  const whole = `${address}${SERVICE_PATHS.overview}/me`;
  const existing = JSON.parse(await fetchText(whole, token)) as Record<string, { status: string }>;
  const parts = PARTS.filter((part) => existing[part]?.status === 'ok');
  const subjects = [whole, ...parts.map((part) => `${whole}?parts=${part}`)];
  const times = await measureLatency(
    subjects.map((url) => ({ name: url, urls: [url], token })),
    TURNS,
  );
  const p50 = (url: string) => percentile(times.get(url) ?? [], 0.5);
  const slowest = Math.max(...subjects.slice(1).map(p50));
  return compared({
    figure: 'overview with everything, p50 beside its slowest part',
    measured: ROUND_TRIP_MS + p50(whole),
    baseline: ROUND_TRIP_MS + slowest,
    unit: 'ms',
    atMost: 1.3,
    note: `${parts.length} parts, ${ROUND_TRIP_MS} ms of a round trip in each`,
  });
}

async function fetchText(url: string, token: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return answer.text();
}
