import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { type BenchDatabase, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import type { Caller } from '../harness/requests.ts';
import { measureLatency, median, type Subject } from '../harness/rounds.ts';
import { seedLibrary, settle } from '../harness/seed-library.ts';
import { seedOrders } from '../harness/seed-orders.ts';

const PROJECTS = 1_000;
const PAGE = 100;
const PARTS = ['orders', 'storage', 'photos', 'onThisDay', 'projects', 'vouchers'];
/** Typical round trip of a customer, in addition to the server's time, in milliseconds. */
const ROUND_TRIP_MS = 100;
const TURNS = { connections: 1, rounds: 8, requestsPerRound: 40 };

/** The list of a customer with 1,000 saved projects, and the overview of a customer with data of every kind. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('projects');
  const database = await environment.createDatabase();
  const customerId = await seedLibrary(database, { photos: PROJECTS });
  await seedOrders(database, { customerId, orders: 100 });
  await seedProjects(database, customerId);
  const node = await environment.serve(database);
  const customer = await node.signIn(customerId);
  const list = `${SERVICE_PATHS.projects}/api/v2/projects/${customerId}?limit=${PAGE}`;
  return [await measureList(customer, list), await measureOverview(customer)];
}

async function measureList(caller: Caller, list: string): Promise<Figure> {
  const text = await caller.readText(list);
  const { items } = JSON.parse(text) as { items: { id: string }[] };
  const rows = `/bench/rows/projects?keys=${items.map(({ id }) => id).join(',')}&bytes=${text.length}`;
  const subjects = { list: { caller, paths: [list] }, rows: { caller, paths: [rows] } };
  const times = await measureLatency(subjects, TURNS);
  return figure('first hundred of 1,000 projects, p50 beside rows by key', median(times.list), 'ms', {
    beside: median(times.rows),
    atMost: 1.5,
  });
}

async function measureOverview(caller: Caller): Promise<Figure> {
  const whole = `${SERVICE_PATHS.overview}/me`;
  const answer = await caller.read<Record<string, { status: string }>>(whole);
  const parts = PARTS.filter((part) => answer[part]?.status === 'ok');
  const subjects: Record<string, Subject> = { whole: { caller, paths: [whole] } };
  for (const part of parts) subjects[part] = { caller, paths: [`${whole}?parts=${part}`] };
  const { whole: all = [], ...others } = await measureLatency(subjects, TURNS);
  const slowest = Math.max(...Object.values(others).map(median));
  const note = `${parts.length} parts, ${ROUND_TRIP_MS} ms of a round trip in each`;
  return figure('overview with everything, p50 beside its slowest part', ROUND_TRIP_MS + median(all), 'ms', {
    beside: ROUND_TRIP_MS + slowest,
    atMost: 1.3,
    note,
  });
}

/** Seeds projects, an hour apart with 24 photos each, and personal vouchers, directly into the database. */
async function seedProjects(database: BenchDatabase, customerId: CustomerId): Promise<void> {
  const { query } = database;
  await query(
    `insert into projects (user_id, id, service, code, version, content_hash, channel, title, product, article, article_type,
       price, pages_count, photo_ids, continue_url, changed_at)
     select $1::uuid, gen_random_uuid(), 'editor', 'P-' || n, 1, sha256(convert_to(n::text, 'utf8')), 'pennyfern', 'Book ' || n,
       'Photo book, landscape', 'BOOK_L28', 'PhotoBook', 2999, 24,
       array(select id from photos where user_id = $1 order by id offset n % 900 limit 24),
       'https://editor.example/P-' || n, now() - n * interval '1 hour'
     from generate_series(1, $2::int) as n`,
    [customerId, PROJECTS],
  );
  await query(
    `insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
     select $1, photo_id, 'project', id::text, now() from projects, unnest(photo_ids) as photo_id where user_id = $1`,
    [customerId],
  );
  await query(
    `insert into vouchers (key, code, service, version, content_hash, customer_id, title, percent, uses)
     select 'BENCH' || n, 'BENCH' || n, 'shop', 1, sha256(convert_to(n::text, 'utf8')), $1, 'Welcome', 10, 'once'
     from generate_series(1, 5) as n`,
    [customerId],
  );
  await settle(database, 'projects, photo_uses, vouchers');
}
