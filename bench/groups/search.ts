import type { searchPhotos } from '@keepsake/contracts/library/search';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type BenchDatabase, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import type { Caller } from '../harness/requests.ts';
import { measureLatency, percentile } from '../harness/rounds.ts';
import { seedLibrary } from '../harness/seed-library.ts';

const PHOTOS = 1_000_000;
/** One in this many photos has a caption. */
const CAPTIONED = 500;
const LOAD = { connections: 1, rounds: 6, requestsPerRound: 60 };
/** Limit of what a customer waits for, in milliseconds. */
const MOST = 100;
/** Limit beside one route that reads the rows of the same page by their keys: the search also finds, counts and orders them. */
const MOST_OF_ROWS = 40;

/** What customers look for in a library: some photos by name, caption, camera, album and date, alone and together. */
const SEARCHES = [
  'IMG_123456',
  '777777.jpg',
  'garden',
  'grandpa garden',
  'grandpa July 2021',
  'Lake Constance',
  'lake favourites',
  '12.3.2019',
  'last Christmas',
  'spring 2020',
  'favourites 2020',
  'ordered',
  'Halden 1.4.2020',
  'IMG_9999 2024',
  'nothing of the kind',
];

/** Searching a library of a million photos for what is in it. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('search');
  const database = await environment.createDatabase('search');
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  await describeSome(database, customerId);
  const node = await environment.serve(database, {});
  const caller = await node.signIn(customerId);
  const subjects = await subjectsOf(caller);
  const times = await measureLatency(subjects, LOAD);
  const note = `${SEARCHES.length} searches in turn, a page of 24 each`;
  return [
    figure('search of 1M photos, p95', percentile(times.search, 95), 'ms', { atMost: MOST, note }),
    figure('search of 1M photos, p50 beside rows by key', percentile(times.search, 50), 'ms', {
      beside: percentile(times.rows, 50),
      atMost: MOST_OF_ROWS,
      note,
    }),
    figure('layout of a search of 1M photos, p95', percentile(times.layout, 95), 'ms', {
      atMost: MOST,
      note,
    }),
  ];
}

/** Captions, favourites, orders and an album, spread over the library. */
async function describeSome({ query }: BenchDatabase, customerId: CustomerId): Promise<void> {
  await query(
    `update photos set is_favourite = crc32 % 3 = 0, is_ordered = crc32 % 4 = 0,
       caption = case crc32 % 2 when 0 then 'Grandpa in the garden' else 'Breakfast by the sea' end || ', ' || crc32
     where user_id = $1 and crc32 % $2::int = 0`,
    [customerId, CAPTIONED],
  );
  await query(
    `with album as (
       insert into albums (user_id, id, name, photos_count, created_at, updated_at)
       values ($1, gen_random_uuid(), 'Lake Constance', 0, now(), now()) returning id
     )
     insert into album_photos (user_id, album_id, photo_owner_id, photo_id, added_at, created_order, taken_order, name_order, ratio)
     select user_id, (select id from album), user_id, id, now(), created_order, taken_order, name_order, ratio
     from photos where user_id = $1 and crc32 % 2000 = 0`,
    [customerId],
  );
  await query('vacuum analyze photos');
}

async function subjectsOf(caller: Caller) {
  const [search, layout, rows]: [string[], string[], string[]] = [[], [], []];
  for (const q of SEARCHES) {
    const path = `${SERVICE_PATHS.photoManagement}/photos/search?q=${encodeURIComponent(q)}&limit=24`;
    const text = await caller.readText(path);
    const { images }: ResponseOf<typeof searchPhotos> = JSON.parse(text);
    search.push(path);
    layout.push(`${SERVICE_PATHS.photoManagement}/photos/search/layout?q=${encodeURIComponent(q)}`);
    const keys = images.map(({ imageId }) => imageId).join(',');
    if (keys) rows.push(`/bench/rows/photos?bytes=${Buffer.byteLength(text)}&keys=${keys}`);
  }
  return {
    search: { caller, paths: search },
    layout: { caller, paths: layout },
    rows: { caller, paths: rows },
  };
}
