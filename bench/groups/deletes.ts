import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { auditStorage } from '../../apps/server/src/modules/library/storage-audit/index.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import {
  type BenchDatabase,
  type Environment,
  type ServerNode,
  startEnvironment,
} from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { paired } from '../harness/rounds.ts';
import { seedLibrary, writeObjects } from '../harness/seed-library.ts';

const PHOTOS = 10_000;
const ROUNDS = 3;
const WHOLE = 100_000;

/** Simulates a networked disk: the additional time of each commit and of each removed file, in milliseconds. */
const COMMIT_MS = 20;
const REMOVAL_MS = 1;
const SLOW_FILES = new URL('../processes/slow-files.ts', import.meta.url);

type Bench = { database: BenchDatabase; node: ServerNode };

/** Deleting 10,000 photos for good with all their files, and a whole library of 100,000, on a node that also runs jobs. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('deletes');
  const slowFiles = { REMOVAL_MS: String(REMOVAL_MS), NODE_OPTIONS: `--import ${SLOW_FILES.href}` };
  const slow = await open(environment, 'slow', slowFiles);
  await delayCommits(slow.database, COMMIT_MS);
  const what = `10,000 photos, commits ${COMMIT_MS} ms and removed files ${REMOVAL_MS} ms slower`;
  const slowFigures = await measureMany(slow, what);
  await slow.node.stop();
  await delayCommits(slow.database, 0);
  const quick = await open(environment, 'quick');
  return [
    ...(await measureMany(quick, '10,000 photos')),
    ...(await measureWhole(quick)),
    await measureAudit(quick),
    ...slowFigures,
  ];
}

async function open(
  { createDatabase, serve }: Environment,
  name: string,
  env?: Record<string, string>,
): Promise<Bench> {
  const database = await createDatabase(name);
  return { database, node: await serve(database, { ROLE: 'all', DELETED_DAYS: '0', ...env }) };
}

/** Makes PostgreSQL itself wait before flushing its log; open sessions are notified. */
async function delayCommits({ query }: BenchDatabase, milliseconds: number): Promise<void> {
  await query('alter system set commit_siblings = 0');
  await query(`alter system set commit_delay = ${milliseconds * 1_000}`);
  await query('select pg_reload_conf()');
}

async function measureMany(bench: Bench, what: string): Promise<Figure[]> {
  const { deletion } = await paired({ deletion: () => deleteMany(bench) }, ROUNDS);
  const slowest = (part: 'answered' | 'gone') => Math.max(...deletion.map((times) => times[part]));
  const note = `slowest of ${ROUNDS}`;
  return [
    figure(`delete ${what}: answered`, slowest('answered'), 'ms', { atMost: 200, note }),
    figure(`delete ${what}: rows and files gone`, slowest('gone'), 'ms', { atMost: 6_000, note }),
  ];
}

async function deleteMany(bench: Bench): Promise<{ answered: number; gone: number }> {
  const { customerId, photoIds } = await seed(bench, PHOTOS);
  const since = await request(bench, customerId, '/photos', { photoIds });
  const answered = since();
  await untilPurged(bench.database.db, customerId);
  return { answered, gone: since() };
}

async function measureWhole(bench: Bench): Promise<Figure[]> {
  const { db } = bench.database;
  const { customerId } = await seed(bench, WHOLE);
  const since = await request(bench, customerId, '/photos/all');
  const answered = since();
  await untilEmpty(db, 'photo_deletions', customerId);
  const empty = since();
  await untilPurged(db, customerId);
  return [
    figure('delete all of 100,000, answered', answered, 'ms', { atMost: 1_000 }),
    figure('delete all of 100,000, library empty', empty, 'ms'),
    figure('delete all of 100,000, files gone', since(), 'ms'),
  ];
}

/** The audit must find nothing wrong, in what was deleted and in what was not. */
async function measureAudit(bench: Bench): Promise<Figure> {
  await seed(bench, PHOTOS);
  const objects = await createObjectStore({ storageUrl: null, dataDir: bench.database.dataDir });
  const started = performance.now();
  const { findings } = await auditStorage({ databaseUrl: bench.database.url, objects });
  if (findings.length > 0) throw new Error(`The audit found ${JSON.stringify(findings)}`);
  return figure('audit of 10,000 photos', performance.now() - started, 'ms');
}

/** Seeds a library with files: every photo has its own original and three thumbnails. */
async function seed({ database }: Bench, photos: number) {
  const customerId = await seedLibrary(database, { photos, hasOwnObjects: true });
  const rows = await database.query<{ id: string; object_key: string }>(
    'select id, object_key from photos where user_id = $1',
    [customerId],
  );
  await writeObjects(database.dataDir, rows);
  return { customerId, photoIds: rows.map(({ id }) => id) };
}

/** Sends the request; returns how many milliseconds it is since, whenever called. */
async function request({ node }: Bench, customerId: CustomerId, path: string, body?: object) {
  const customer = await node.signIn(customerId);
  const started = performance.now();
  await customer.sendJson('DELETE', SERVICE_PATHS.photoManagement + path, body);
  return () => performance.now() - started;
}

/** Rows of deleted photos are removed after their objects. */
async function untilPurged(db: Database, customerId: CustomerId): Promise<void> {
  await untilEmpty(db, 'deleted_batches', customerId);
  await untilEmpty(db, 'deleted_photos', customerId);
}

type Emptied = 'deleted_batches' | 'deleted_photos' | 'photo_deletions';

async function untilEmpty(db: Database, table: Emptied, customerId: CustomerId): Promise<void> {
  const first = db.selectFrom(table).select('user_id').where('user_id', '=', customerId).limit(1);
  while (await first.executeTakeFirst()) await pause(25);
}
