import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_PATHS } from '@keepsake/contracts';
import pino from 'pino';
import { auditStorage } from '../../apps/server/src/modules/library/storage-audit/index.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { type Environment, startEnvironment } from '../environment/start-environment.ts';
import { writeObjects } from '../environment/write-objects.ts';
import { type Figure, limited, reported } from '../figure.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const PHOTOS = 10_000;
const ROUNDS = 3;
const WHOLE = 100_000;

/** Deleting 10,000 photos with all their files, and a whole library of 100,000, at a node that also works. */
export async function measureDeletes(): Promise<Figure[]> {
  const environment = await startEnvironment('deletes');
  try {
    const databaseUrl = await environment.createDatabase('bench_deletes');
    const node = await environment.startNode(databaseUrl, { ROLE: 'all' });
    const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 2, log: pino({ level: 'warn' }) });
    try {
      const bench = { environment, databaseUrl, db, address: node.address };
      return [...(await measureMany(bench)), ...(await measureWhole(bench)), await measureAudit(bench)];
    } finally {
      await close();
    }
  } finally {
    await environment.stop();
  }
}

type Bench = { environment: Environment; databaseUrl: string; db: Database; address: string };

async function measureMany(bench: Bench): Promise<Figure[]> {
  const answers: number[] = [];
  const ends: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { userId, ids } = await seed(bench, PHOTOS);
    const begun = performance.now();
    await request(bench, userId, '/photos', { photoIds: ids });
    const answered = performance.now() - begun;
    await untilPurged(bench, userId);
    if (round === 0) continue;
    answers.push(answered);
    ends.push(performance.now() - begun);
  }
  const note = `slowest of ${ROUNDS}`;
  return [
    limited({
      figure: 'delete 10,000 photos, answered',
      measured: Math.max(...answers),
      unit: 'ms',
      atMost: 200,
      note,
    }),
    limited({
      figure: 'delete 10,000 photos, rows and files gone',
      measured: Math.max(...ends),
      unit: 'ms',
      atMost: 6_000,
      note,
    }),
  ];
}

async function measureWhole(bench: Bench): Promise<Figure[]> {
  const { userId } = await seed(bench, WHOLE);
  const begun = performance.now();
  await request(bench, userId, '/photos/all');
  const answered = performance.now() - begun;
  await until(() => isEmpty(bench.db, 'photo_deletions', userId));
  const empty = performance.now() - begun;
  await untilPurged(bench, userId);
  const gone = performance.now() - begun;
  return [
    limited({ figure: 'delete all of 100,000, answered', measured: answered, unit: 'ms', atMost: 1_000 }),
    reported({ figure: 'delete all of 100,000, library empty', measured: empty, unit: 'ms' }),
    reported({ figure: 'delete all of 100,000, files gone', measured: gone, unit: 'ms' }),
  ];
}

/** The audit must find nothing, neither of what was deleted nor of what was not. */
async function measureAudit(bench: Bench): Promise<Figure> {
  await seed(bench, PHOTOS);
  const objects = await createObjectStore({ storageUrl: null, dataDir: bench.environment.dataDir });
  const begun = performance.now();
  const { findings } = await auditStorage({ databaseUrl: bench.databaseUrl, objects });
  if (findings.length > 0) throw new Error(`The audit found ${JSON.stringify(findings)}`);
  return reported({ figure: 'audit of 10,000 photos', measured: performance.now() - begun, unit: 'ms' });
}

/** A library with its files: every photo has an original and three thumbnails of its own. */
async function seed({ environment, databaseUrl, db }: Bench, photos: number) {
  const userId = randomUUIDv7();
  await seedLibrary(databaseUrl, { userId, photos, hasOwnObjects: true });
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'object_key'])
    .where('user_id', '=', userId)
    .execute();
  await writeObjects(environment.dataDir, rows);
  return { userId, ids: rows.map(({ id }) => id) };
}

async function request(
  { environment, address }: Bench,
  userId: string,
  path: string,
  body?: object,
): Promise<void> {
  const authorization = `Bearer ${await environment.tokenFor(userId)}`;
  const answer = await fetch(address + SERVICE_PATHS.photoManagement + path, {
    method: 'DELETE',
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.json();
}

/** Rows of deleted photos go after their objects. */
const untilPurged = ({ db }: Bench, userId: string) => until(() => isEmpty(db, 'deleted_photos', userId));

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(25);
}

async function isEmpty(db: Database, table: 'deleted_photos' | 'photo_deletions', userId: string) {
  return !(await db
    .selectFrom(table)
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst());
}
