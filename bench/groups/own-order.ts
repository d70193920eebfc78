import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type BenchDatabase, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import type { Caller } from '../harness/requests.ts';
import { measureLatency, median, paired } from '../harness/rounds.ts';
import { seedLibrary, settle } from '../harness/seed-library.ts';

const PHOTOS = 10_000;
const PAGE = 100;
const ROUNDS = 6;
/** Limit beside one statement that writes the same rows of an album, and neither checks nor tells anything. */
const MOST_OF_BARE = 2.5;
const ALBUMS = `${SERVICE_PATHS.photoManagement}/albums`;
const SHOWN = { sortKey: 'created', sortOrder: 'desc' };

/** Giving an album of 10,000 photos an order of its own, moving some and half of them, and reading it. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('own-order');
  const database = await environment.createDatabase();
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const node = await environment.serve(database);
  const customer = await node.signIn(customerId);
  const rows = await database.query<{ id: string }>('select id from photos order by id');
  const photoIds = rows.map(({ id }) => id);
  const albumId = await createAlbum(customer, photoIds);
  const half = photoIds.filter((_, index) => index % 2 === 0);
  const times = await paired(
    {
      bare: () => renumber(database, albumId),
      first: () => placeFirst(customer, albumId, half),
      half: () => place(customer, albumId, half, photoIds.at(-1) ?? null),
      one: () => place(customer, albumId, photoIds.slice(1, 2), half.at(-1) ?? null),
    },
    ROUNDS,
  );
  await settle(database, 'album_photos, albums');
  const note = `median of ${ROUNDS}`;
  const beside = { beside: times.bare, atMost: MOST_OF_BARE, note };
  return [
    figure('first move in an album of 10,000, beside a bare statement', times.first, 'ms', beside),
    figure('move 5,000 of 10,000, beside a bare statement', times.half, 'ms', beside),
    figure('move one of 10,000', times.one, 'ms', { atMost: 150, note }),
    ...(await measureReading(customer, albumId)),
  ];
}

async function createAlbum(customer: Caller, photoIds: readonly string[]): Promise<string> {
  const { albumId } = await customer.sendJson<{ albumId: string }>('POST', ALBUMS, { name: 'Bench' });
  await customer.sendJson('POST', `${ALBUMS}/${albumId}/photos`, { photoIds });
  return albumId;
}

async function renumber(database: BenchDatabase, albumId: string): Promise<number> {
  const started = performance.now();
  await database.query(
    `update album_photos as entry set own_place = nth * 1000 from (
      select photo_id, row_number() over (order by created_order desc) as nth from album_photos where album_id = $1) as numbered
    where album_id = $1 and entry.photo_id = numbered.photo_id`,
    [albumId],
  );
  return performance.now() - started;
}

/** Numbers all photos, since the album is sorted before. */
async function placeFirst(customer: Caller, albumId: string, photoIds: readonly string[]): Promise<number> {
  await customer.send('PUT', `${ALBUMS}/${albumId}/own-order`, JSON.stringify({ isInOwnOrder: false }));
  return place(customer, albumId, photoIds.slice(0, 1), null);
}

async function place(
  customer: Caller,
  albumId: string,
  photoIds: readonly string[],
  before: string | null,
): Promise<number> {
  const body = JSON.stringify({ photoIds: photoIds.filter((id) => id !== before), before, shown: SHOWN });
  const started = performance.now();
  await customer.send('PUT', `${ALBUMS}/${albumId}/own-order/photos`, body);
  return performance.now() - started;
}

async function measureReading(caller: Caller, albumId: string): Promise<Figure[]> {
  const base = `${ALBUMS}/${albumId}`;
  const read = await measureLatency(
    {
      page: { caller, paths: [`${base}/photos?limit=${PAGE}&inOwnOrder=true`] },
      layout: { caller, paths: [`${base}/layout?inOwnOrder=true`] },
    },
    { connections: 1, rounds: 3, requestsPerRound: 20 },
  );
  return [
    figure('page of 100 of 10,000 in their own order, p50', median(read.page), 'ms', { atMost: 50 }),
    figure('layout of 10,000 in their own order, p50', median(read.layout), 'ms', { atMost: 50 }),
  ];
}
