import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import pg from 'pg';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited } from '../figure.ts';
import { measureLatency } from '../measure-latency.ts';
import { percentile } from '../statistics.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const LIBRARY = 100_000;
const BATCH = 10_000;
const LARGE = 20_000;
const SMALL = 200;
const ROUNDS = 5;
const PAGE = 100;

type Bench = { databaseUrl: string; address: string; token: string; photoIds: string[] };

/** Adding many photos to an album, and reading one of 20,000 photos compared with one of 200, in a library of 100,000. */
export async function measureAlbums(): Promise<Figure[]> {
  const environment = await startEnvironment('albums');
  try {
    const databaseUrl = await environment.createDatabase('bench_albums');
    const customerId = newCustomerId();
    await seedLibrary(databaseUrl, { customerId, photos: LIBRARY });
    const { address } = await environment.startNode(databaseUrl);
    const token = await environment.tokenFor(customerId);
    const photoIds = await query<{ id: string }>(
      databaseUrl,
      `select id from photos where user_id = '${customerId}' order by sha256`,
    );
    const bench = { databaseUrl, address, token, photoIds: photoIds.map(({ id }) => id) };
    return [await measureEntries(bench), ...(await measureReading(bench))];
  } finally {
    await environment.stop();
  }
}

async function measureEntries(bench: Bench): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const albumId = await createAlbum(bench);
    const started = performance.now();
    await addPhotos(bench, albumId, BATCH);
    if (round > 0) times.push(performance.now() - started);
  }
  const note = `slowest of ${ROUNDS}`;
  return limited({
    figure: 'add 10,000 photos',
    measured: Math.max(...times),
    unit: 'ms',
    atMost: 700,
    note,
  });
}

async function measureReading(bench: Bench): Promise<Figure[]> {
  const [large, small] = [await createAlbum(bench), await createAlbum(bench)];
  await addPhotos(bench, large, LARGE);
  await addPhotos(bench, small, SMALL);
  await query(bench.databaseUrl, 'vacuum (analyze) album_photos, albums');
  const pages = [
    { name: 'large', urls: await listPages(bench, large), token: bench.token },
    { name: 'small', urls: await listPages(bench, small), token: bench.token },
  ];
  const times = await measureLatency(pages, { connections: 1, rounds: 6, requestsPerRound: 100 });
  const page = (name: string, share: number) => percentile(times.get(name) ?? [], share);
  const jump = `/albums/${large}/photos?limit=${PAGE}&offset=${LARGE / 2}`;
  const wholes = Object.entries({ layout: `/albums/${large}/layout`, jump }).map(([name, path]) => ({
    name,
    urls: [urlOf(bench, path)],
    token: bench.token,
  }));
  const whole = await measureLatency(wholes, { connections: 1, rounds: 3, requestsPerRound: 20 });
  return [
    ...Object.entries({ p50: 0.5, p95: 0.95 }).map(([name, share]) =>
      compared({
        figure: `page of 100 in an album of 20,000 beside 200, ${name}`,
        measured: page('large', share),
        baseline: page('small', share),
        unit: 'ms',
        atMost: 1.3,
      }),
    ),
    limited({
      figure: 'layout of an album of 20,000, p50',
      measured: percentile(whole.get('layout') ?? [], 0.5),
      unit: 'ms',
      atMost: 50,
    }),
    limited({
      figure: 'jump to the middle of an album of 20,000, p50',
      measured: percentile(whole.get('jump') ?? [], 0.5),
      unit: 'ms',
      atMost: 30,
    }),
  ];
}

/** Addresses of the first pages of an album in both sort orders. */
async function listPages(bench: Bench, albumId: string): Promise<string[]> {
  const urls: string[] = [];
  for (const sortKey of ['created', 'dateTaken']) {
    let url = urlOf(bench, `/albums/${albumId}/photos?limit=${PAGE}&sortKey=${sortKey}`);
    for (let pages = 0; pages < 20; pages++) {
      urls.push(url);
      const { cursor } = await call<{ cursor: string | null }>(bench, 'GET', url);
      if (!cursor) break;
      url = urlOf(bench, `/albums/${albumId}/photos?limit=${PAGE}&sortKey=${sortKey}&cursor=${cursor}`);
    }
  }
  return urls;
}

async function createAlbum(bench: Bench): Promise<string> {
  const body = { name: 'Bench' };
  return (await call<{ albumId: string }>(bench, 'POST', urlOf(bench, '/albums'), body)).albumId;
}

async function addPhotos(bench: Bench, albumId: string, photos: number): Promise<void> {
  for (let added = 0; added < photos; added += BATCH) {
    const photoIds = bench.photoIds.slice(added, Math.min(added + BATCH, photos));
    await call(bench, 'POST', urlOf(bench, `/albums/${albumId}/photos`), { photoIds });
  }
}

const urlOf = ({ address }: Bench, path: string) => address + SERVICE_PATHS.photoManagement + path;

async function call<Body>({ token }: Bench, method: string, url: string, body?: object): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as Body;
}

async function query<Row>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
