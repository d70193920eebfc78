import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { sql } from 'kysely';
import pino from 'pino';
import { auditStorage } from '../../apps/server/src/modules/library/storage-audit/index.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { type Environment, startEnvironment } from '../environment/start-environment.ts';
import { writeObjects } from '../environment/write-objects.ts';
import { type Figure, limited, reported } from '../figure.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const PHOTOS = 10_000;
const ROUNDS = 3;
const WHOLE = 100_000;

/** Simulates a networked disk: the additional time of each commit and of each removed file, in milliseconds. */
const COMMIT_MS = 20;
const REMOVAL_MS = 1;
const SLOW_FILES = new URL('../deletes/slow-files.ts', import.meta.url);

/** Deleting 10,000 photos with all their files, and a whole library of 100,000, on a node that also runs jobs. */
export async function measureDeletes(): Promise<Figure[]> {
  const environment = await startEnvironment('deletes');
  try {
    const slow = await withNode(environment, 'bench_slow', measureSlow, {
      REMOVAL_MS: String(REMOVAL_MS),
      NODE_OPTIONS: `--import ${SLOW_FILES.href}`,
    });
    const quick = await withNode(environment, 'bench_deletes', async (bench) => [
      ...(await measureMany(bench, '10,000 photos')),
      ...(await measureWhole(bench)),
      await measureAudit(bench),
    ]);
    return [...quick, ...slow];
  } finally {
    await environment.stop();
  }
}

async function withNode(
  environment: Environment,
  name: string,
  measure: (bench: Bench) => Promise<Figure[]>,
  env: Record<string, string> = {},
): Promise<Figure[]> {
  const databaseUrl = await environment.createDatabase(name);
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 2, log: pino({ level: 'warn' }) });
  // A store belongs to one database: another's epoch would keep it from removing anything.
  const dataDir = path.join(environment.dataDir, name);
  await mkdir(dataDir, { recursive: true });
  const node = await environment.startNode(databaseUrl, { ROLE: 'all', DATA_DIR: dataDir, ...env });
  try {
    return await measure({ environment, databaseUrl, db, dataDir, address: node.address });
  } finally {
    await node.stop();
    await close();
  }
}

/** Makes PostgreSQL itself wait before flushing its log; open sessions are notified. */
async function measureSlow(bench: Bench): Promise<Figure[]> {
  const setDelay = async (milliseconds: number) => {
    await sql`alter system set commit_siblings = 0`.execute(bench.db);
    await sql`alter system set commit_delay = ${sql.lit(milliseconds * 1_000)}`.execute(bench.db);
    await sql`select pg_reload_conf()`.execute(bench.db);
  };
  await setDelay(COMMIT_MS);
  const what = `10,000 photos, commits ${COMMIT_MS} ms and removed files ${REMOVAL_MS} ms slower`;
  return measureMany(bench, what).finally(() => setDelay(0));
}

type Bench = {
  environment: Environment;
  databaseUrl: string;
  db: Database;
  dataDir: string;
  address: string;
};

async function measureMany(bench: Bench, what: string): Promise<Figure[]> {
  const answers: number[] = [];
  const ends: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { customerId, ids } = await seed(bench, PHOTOS);
    const started = performance.now();
    await request(bench, customerId, '/photos', { photoIds: ids });
    const answered = performance.now() - started;
    await untilPurged(bench, customerId);
    if (round === 0) continue;
    answers.push(answered);
    ends.push(performance.now() - started);
  }
  const note = `slowest of ${ROUNDS}`;
  return [
    limited({
      figure: `delete ${what}: answered`,
      measured: Math.max(...answers),
      unit: 'ms',
      atMost: 200,
      note,
    }),
    limited({
      figure: `delete ${what}: rows and files gone`,
      measured: Math.max(...ends),
      unit: 'ms',
      atMost: 6_000,
      note,
    }),
  ];
}

async function measureWhole(bench: Bench): Promise<Figure[]> {
  const { customerId } = await seed(bench, WHOLE);
  const started = performance.now();
  await request(bench, customerId, '/photos/all');
  const answered = performance.now() - started;
  await until(() => isEmpty(bench.db, 'photo_deletions', customerId));
  const empty = performance.now() - started;
  await untilPurged(bench, customerId);
  const gone = performance.now() - started;
  return [
    limited({ figure: 'delete all of 100,000, answered', measured: answered, unit: 'ms', atMost: 1_000 }),
    reported({ figure: 'delete all of 100,000, library empty', measured: empty, unit: 'ms' }),
    reported({ figure: 'delete all of 100,000, files gone', measured: gone, unit: 'ms' }),
  ];
}

/** The audit must find nothing wrong, in what was deleted and in what was not. */
async function measureAudit(bench: Bench): Promise<Figure> {
  await seed(bench, PHOTOS);
  const objects = await createObjectStore({ storageUrl: null, dataDir: bench.dataDir });
  const started = performance.now();
  const { findings } = await auditStorage({ databaseUrl: bench.databaseUrl, objects });
  if (findings.length > 0) throw new Error(`The audit found ${JSON.stringify(findings)}`);
  return reported({ figure: 'audit of 10,000 photos', measured: performance.now() - started, unit: 'ms' });
}

/** Seeds a library with files: every photo has its own original and three thumbnails. */
async function seed({ databaseUrl, db, dataDir }: Bench, photos: number) {
  const customerId = newCustomerId();
  await seedLibrary(databaseUrl, { customerId, photos, hasOwnObjects: true });
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'object_key'])
    .where('user_id', '=', customerId)
    .execute();
  await writeObjects(dataDir, rows);
  return { customerId, ids: rows.map(({ id }) => id) };
}

async function request(
  { environment, address }: Bench,
  customerId: CustomerId,
  path: string,
  body?: object,
): Promise<void> {
  const authorization = `Bearer ${await environment.tokenFor(customerId)}`;
  const answer = await fetch(address + SERVICE_PATHS.photoManagement + path, {
    method: 'DELETE',
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.json();
}

/** Rows of deleted photos are removed after their objects. */
const untilPurged = ({ db }: Bench, customerId: CustomerId) =>
  until(
    async () =>
      (await isEmpty(db, 'deleted_batches', customerId)) && (await isEmpty(db, 'deleted_photos', customerId)),
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(25);
}

async function isEmpty(
  db: Database,
  table: 'deleted_batches' | 'deleted_photos' | 'photo_deletions',
  customerId: CustomerId,
) {
  return !(await db
    .selectFrom(table)
    .select('user_id')
    .where('user_id', '=', customerId)
    .limit(1)
    .executeTakeFirst());
}
