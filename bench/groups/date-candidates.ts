import { MAX_SUGGESTED } from '@keepsake/contracts/library/date-candidates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type BenchDatabase, type ServerNode, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { paired } from '../harness/rounds.ts';
import { seedLibrary, settle } from '../harness/seed-library.ts';

const PHOTOS = 200_000;
const ROUNDS = 20;
/** One in this many photos has no date. */
const UNDATED_SHARE = 500;
/** Photos of the album that has them all. */
const IN_ALBUM = 2_000;
/** Limit beside the same page of photos, read as the timeline reads it. */
const MOST_OF_PAGE = 6;
/** What an entry of the index may take. */
const MOST_BYTES = 120;

/** Suggesting dates for a page of photos that have none, in a large library and an album of two thousand. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('date-candidates');
  const database = await environment.createDatabase('date-candidates');
  const node = await environment.serve(database, {});
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const photoIds = await takeDates(database, customerId);
  const customer = await node.signIn(customerId);
  const { page, suggested } = await paired(
    {
      page: () => time(() => customer.readText(pageOf('photos?sortKey=dateTaken'))),
      suggested: () => time(() => suggest(customer, photoIds)),
    },
    ROUNDS,
  );
  const [index] = await database.query<{ bytes: number }>(
    `select pg_relation_size('photos_dated_by_name')::float8 / $1 as bytes`,
    [PHOTOS],
  );
  return [
    figure(`suggest dates for ${MAX_SUGGESTED} photos, beside a page of as many`, suggested, 'ms', {
      beside: page,
      atMost: MOST_OF_PAGE,
      note: `median of ${ROUNDS}, among ${PHOTOS} photos`,
    }),
    figure('a dated photo in the index by name', index?.bytes ?? null, 'bytes', { atMost: MOST_BYTES }),
  ];
}

const pageOf = (rest: string) => `${SERVICE_PATHS.photoManagement}/${rest}&limit=${MAX_SUGGESTED}`;

type Customer = Awaited<ReturnType<ServerNode['signIn']>>;

const suggest = (customer: Customer, photoIds: readonly string[]) =>
  customer.send(
    'POST',
    `${SERVICE_PATHS.photoManagement}/photos/dates/suggestions`,
    JSON.stringify({ photoIds }),
  );

async function time(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Takes the dates of a page of photos, and puts them into an album beside dated ones. */
async function takeDates(database: BenchDatabase, customerId: CustomerId): Promise<string[]> {
  await database.query(
    `update photos set name_order = 'img_0' || chr(96 + length(crc32::text)) || crc32 || chr(1) || '.jpg' where user_id = $1`,
    [customerId],
  );
  const undated = await database.query<{ id: string }>(
    `update photos set taken_at = null where user_id = $1 and id in (
       select id from photos where user_id = $1 and crc32 % ${UNDATED_SHARE} = 0 limit ${MAX_SUGGESTED})
     returning id`,
    [customerId],
  );
  await database.query(
    `with album as (insert into albums (user_id, id, name, photos_count, created_at, updated_at)
       values ($1, gen_random_uuid(), 'Sea', ${IN_ALBUM}, now(), now()) returning id)
     insert into album_photos (user_id, album_id, photo_id, photo_owner_id, added_at, created_order, taken_order, name_order, ratio)
     select $1, album.id, photo.id, $1, now(), created_order, taken_order, name_order, ratio from album, (
       select * from photos where user_id = $1 order by taken_at is not null, taken_order desc limit ${IN_ALBUM}) as photo`,
    [customerId],
  );
  await settle(database, 'photos, albums, album_photos');
  return undated.map(({ id }) => id);
}
