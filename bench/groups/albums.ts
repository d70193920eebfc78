import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import type { Caller } from '../harness/requests.ts';
import { measureLatency, median, paired, percentile } from '../harness/rounds.ts';
import { seedLibrary, settle } from '../harness/seed-library.ts';

const LIBRARY = 100_000;
const BATCH = 10_000;
const LARGE = 20_000;
const SMALL = 200;
const ROUNDS = 5;
const PAGE = 100;
const ALBUMS = `${SERVICE_PATHS.photoManagement}/albums`;

/** Adding many photos to an album, and reading one of 20,000 photos compared with one of 200, in a library of 100,000. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('albums');
  const database = await environment.createDatabase();
  const customerId = await seedLibrary(database, { photos: LIBRARY });
  const node = await environment.serve(database);
  const customer = await node.signIn(customerId);
  const rows = await database.query<{ id: string }>('select id from photos order by sha256');
  const photoIds = rows.map(({ id }) => id);

  const { add } = await paired({ add: () => timeToAdd(customer, photoIds.slice(0, BATCH)) }, ROUNDS);
  const large = await createAlbum(customer, photoIds.slice(0, LARGE));
  const small = await createAlbum(customer, photoIds.slice(0, SMALL));
  await settle(database, 'album_photos, albums');
  const note = `slowest of ${ROUNDS}`;
  return [
    figure('add 10,000 photos', Math.max(...add), 'ms', { atMost: 700, note }),
    ...(await measureReading(customer, large, small)),
  ];
}

async function timeToAdd(customer: Caller, photoIds: readonly string[]): Promise<number> {
  const albumId = await createAlbum(customer);
  const started = performance.now();
  await customer.sendJson('POST', `${ALBUMS}/${albumId}/photos`, { photoIds });
  return performance.now() - started;
}

async function createAlbum(customer: Caller, photoIds: readonly string[] = []): Promise<string> {
  const { albumId } = await customer.sendJson<{ albumId: string }>('POST', ALBUMS, { name: 'Bench' });
  for (let added = 0; added < photoIds.length; added += BATCH) {
    const batch = photoIds.slice(added, added + BATCH);
    await customer.sendJson('POST', `${ALBUMS}/${albumId}/photos`, { photoIds: batch });
  }
  return albumId;
}

async function measureReading(caller: Caller, large: string, small: string): Promise<Figure[]> {
  const pages = await measureLatency(
    {
      large: { caller, paths: await listPages(caller, large) },
      small: { caller, paths: await listPages(caller, small) },
    },
    { connections: 1, rounds: 6, requestsPerRound: 100 },
  );
  const whole = await measureLatency(
    {
      layout: { caller, paths: [`${ALBUMS}/${large}/layout`] },
      jump: { caller, paths: [`${ALBUMS}/${large}/photos?limit=${PAGE}&offset=${LARGE / 2}`] },
    },
    { connections: 1, rounds: 3, requestsPerRound: 20 },
  );
  const page = (percent: number) =>
    figure(
      `page of 100 in an album of 20,000 beside 200, p${percent}`,
      percentile(pages.large, percent),
      'ms',
      { beside: percentile(pages.small, percent), atMost: 1.3 },
    );
  return [
    page(50),
    page(95),
    figure('layout of an album of 20,000, p50', median(whole.layout), 'ms', { atMost: 50 }),
    figure('jump to the middle of an album of 20,000, p50', median(whole.jump), 'ms', { atMost: 30 }),
  ];
}

/** The first pages of an album in both sort orders. */
async function listPages(customer: Caller, albumId: string): Promise<string[]> {
  const paths: string[] = [];
  for (const sortKey of ['created', 'dateTaken']) {
    const first = `${ALBUMS}/${albumId}/photos?limit=${PAGE}&sortKey=${sortKey}`;
    let path = first;
    for (let pages = 0; pages < 20; pages++) {
      paths.push(path);
      const { cursor } = await customer.read<{ cursor: string | null }>(path);
      if (!cursor) break;
      path = `${first}&cursor=${cursor}`;
    }
  }
  return paths;
}
