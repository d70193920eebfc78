import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import {
  type BenchDatabase,
  type Environment,
  type ServerNode,
  startEnvironment,
} from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { paired } from '../harness/rounds.ts';
import { seedLibrary, settle } from '../harness/seed-library.ts';

const PHOTOS = 10_000;
const ROUNDS = 6;

type Bench = { database: BenchDatabase; node: ServerNode };

/** Deleting 10,000 photos that can come back beside a final deletion, bringing them back, and making them final. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('deleted-photos');
  const final = await open(environment, 'final', { DELETED_DAYS: '0' });
  const restorable = await open(environment, 'restorable', { DELETED_DAYS: '30' });
  const deleted = await paired(
    { final: () => deleteMany(final), restorable: () => deleteMany(restorable) },
    ROUNDS,
  );
  const back = await paired(
    { bare: () => moveMany(restorable), restored: () => restoreMany(restorable) },
    ROUNDS,
  );
  await restorable.node.stop();
  const note = `median of ${ROUNDS}`;
  return [
    figure('delete 10,000 photos that can come back, beside a final deletion', deleted.restorable, 'ms', {
      beside: deleted.final,
      atMost: 1.5,
      note,
    }),
    figure('bring 10,000 photos back: answered', back.restored, 'ms', { atMost: 1_000, note }),
    figure('bring 10,000 photos back, beside a bare statement', back.restored, 'ms', {
      beside: back.bare,
      atMost: MOST_OF_BARE,
      note,
    }),
    ...(await measureEnds(environment)),
  ];
}

/** Limit beside the same rows moved by one statement, which counts nothing, asks nothing and tells nobody. */
const MOST_OF_BARE = 4;

async function open(
  { createDatabase, serve }: Environment,
  name: string,
  env: Record<string, string>,
): Promise<Bench> {
  const database = await createDatabase(name);
  return { database, node: await serve(database, env) };
}

async function deleteMany(bench: Bench): Promise<number> {
  const customerId = await seedLibrary(bench.database, { photos: PHOTOS });
  const photoIds = await readIds(bench, 'photos', customerId);
  return send(bench, customerId, 'DELETE', '/photos', { photoIds });
}

async function restoreMany(bench: Bench): Promise<number> {
  const customerId = await seedDeleted(bench);
  const photoIds = await readIds(bench, 'recently_deleted_photos', customerId);
  return send(bench, customerId, 'POST', '/photos/deleted/restore', { photoIds });
}

async function moveMany(bench: Bench): Promise<number> {
  const customerId = await seedDeleted(bench);
  const written = await readColumns(bench, "attgenerated = ''");
  const started = performance.now();
  await bench.database.query(
    `with gone as (delete from recently_deleted_photos where user_id = $1 returning *)
     insert into photos (${written}) select ${written} from gone`,
    [customerId],
  );
  return performance.now() - started;
}

/** A customer's library, deleted as it is by the service. */
async function seedDeleted(bench: Bench): Promise<CustomerId> {
  const { database } = bench;
  const customerId = await seedLibrary(database, { photos: PHOTOS });
  const columns = await readColumns(bench, 'true');
  await database.query(
    `with gone as (delete from photos where user_id = $1 returning *), removal as (
      insert into photo_removals (user_id, id, deleted_at, restorable_until)
      values ($1, $1, now(), now() + interval '30 days'))
    insert into recently_deleted_photos (removal_id, ${columns}) select $1, ${columns} from gone`,
    [customerId],
  );
  await database.query('delete from photo_month_counts where user_id = $1', [customerId]);
  await settle(database, 'photos, photo_month_counts, recently_deleted_photos, photo_removals');
  return customerId;
}

/** Those columns of photos for which a condition holds, as SQL. */
async function readColumns({ database }: Bench, condition: string): Promise<string> {
  const rows = await database.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'photos'::regclass and attnum > 0 and not attisdropped and ${condition}`,
  );
  return rows.map(({ name }) => name).join(', ');
}

async function readIds(
  { database }: Bench,
  table: 'photos' | 'recently_deleted_photos',
  customerId: CustomerId,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(`select id from ${table} where user_id = $1`, [
    customerId,
  ]);
  return rows.map(({ id }) => id);
}

/** Final deletions, on a node that also purges what they leave behind. */
async function measureEnds(environment: Environment): Promise<Figure[]> {
  const bench = await open(environment, 'purged', { DELETED_DAYS: '30', ROLE: 'all' });
  const chosen = await endMany(bench, async (customerId) => ({
    path: '/photos/deleted',
    body: { photoIds: await readIds(bench, 'recently_deleted_photos', customerId) },
  }));
  const emptied = await endMany(bench, async () => ({ path: '/photos/deleted/all' }));
  return [
    figure('delete 10,000 deleted photos for good: answered', chosen.answered, 'ms', { atMost: 1_000 }),
    figure('delete 10,000 deleted photos for good: purged', chosen.purged, 'ms', { atMost: 6_000 }),
    figure('empty 10,000 deleted photos: answered', emptied.answered, 'ms', { atMost: 200 }),
    figure('empty 10,000 deleted photos: purged', emptied.purged, 'ms', { atMost: 6_000 }),
  ];
}

async function endMany(
  bench: Bench,
  callFor: (customerId: CustomerId) => Promise<{ path: string; body?: object }>,
): Promise<{ answered: number; purged: number }> {
  const customerId = await seedDeleted(bench);
  const { path, body } = await callFor(customerId);
  const answered = await send(bench, customerId, 'DELETE', path, body);
  const started = performance.now();
  const left = `select from recently_deleted_photos where user_id = $1
    union all select from deleted_photos where user_id = $1 limit 1`;
  while ((await bench.database.query(left, [customerId])).length > 0) await pause(25);
  return { answered, purged: answered + performance.now() - started };
}

/** Milliseconds until the answer. */
async function send(
  { node }: Bench,
  customerId: CustomerId,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<number> {
  const customer = await node.signIn(customerId);
  const started = performance.now();
  await customer.send(method, SERVICE_PATHS.photoManagement + path, body && JSON.stringify(body));
  return performance.now() - started;
}
