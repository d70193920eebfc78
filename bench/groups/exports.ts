import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { startChild } from '../harness/child-process.ts';
import { type BenchDatabase, type Environment, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { watchMemory } from '../harness/process-tree.ts';
import { type Caller, download } from '../harness/requests.ts';
import { median, paired } from '../harness/rounds.ts';
import { seedLibrary } from '../harness/seed-library.ts';
import type { Planned } from '../processes/plan-export.ts';

const PLANNING = new URL('../processes/plan-export.ts', import.meta.url);
const PHOTOS = 100_000;
const MANY = 400_000;
const PHOTO_BYTES = 4 * 1024 ** 2;
const LARGE_BYTES = 4 * 1024 ** 3;
const ROUNDS = 3;

/** Planning a library of 100,000 photos, and sending 4 GB of an export compared with a plain file from the same server. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('exports');
  const database = await environment.createDatabase();
  return [...(await measureLayout(database)), ...(await measureStreaming(environment, database))];
}

/** The memory of planning is compared with that for a library four times as large. */
async function measureLayout(database: BenchDatabase): Promise<Figure[]> {
  const large = await planLibrary(database, PHOTOS);
  const huge = await planLibrary(database, MANY);
  const growth = huge.memory - large.memory;
  const note = `${large.memory.toFixed(0)} MB with 100,000 photos, ${huge.memory.toFixed(0)} MB with 400,000`;
  return [
    figure('lay out 100,000 photos', large.seconds, 's', { atMost: 10, note: `${large.chunks} chunks` }),
    figure('lay out 400,000 photos', huge.seconds, 's'),
    figure('memory of 400,000 photos over that of 100,000', growth, 'MB', { atMost: 100, note }),
  ];
}

/** Plans in a process of its own. */
async function planLibrary(database: BenchDatabase, photos: number) {
  const customerId = await seedLibrary(database, { photos });
  await using child = await startChild(PLANNING, {
    env: { DATABASE_URL: database.url, CUSTOMER_ID: customerId },
  });
  const memory = watchMemory(child.pid);
  const planned = await child.ask<Planned>('begin');
  return { ...planned, memory: memory.stop().total };
}

/** Complete downloads: a chunk of 4 GB, and a plain file of the same size. */
async function measureStreaming({ serve }: Environment, database: BenchDatabase): Promise<Figure[]> {
  const customerId = await seedSparseLibrary(database);
  const env = { ROLE: 'all', EXPORT_CHUNK_BYTES: String(2 * LARGE_BYTES) };
  const node = await serve(database, env);
  const chunk = node.address + (await exportAddress(await node.signIn(customerId)));
  const downloads = await paired(
    { chunk: () => download(chunk), file: () => download(`${node.bareAddress}/as-large`) },
    ROUNDS,
  );
  const rates = (of: keyof typeof downloads) =>
    downloads[of].map(({ megabytesPerSecond }) => megabytesPerSecond);
  const waits = downloads.chunk.map(({ millisecondsToFirstByte }) => millisecondsToFirstByte);
  return [
    figure('chunk of 4 GB beside a plain file', rates('chunk'), 'MB/s', {
      beside: rates('file'),
      atLeast: 0.8,
    }),
    figure('its first byte', median(waits), 'ms'),
  ];
}

/** A library of 4 GB whose photos are a single file of zeros, and a plain file of the same size; both are sparse. */
async function seedSparseLibrary({ query, dataDir }: BenchDatabase): Promise<CustomerId> {
  const customerId = newCustomerId();
  const folder = path.join(dataDir, 'objects');
  await mkdir(folder, { recursive: true });
  for (const [name, length] of Object.entries({ photo: PHOTO_BYTES, 'as-large': LARGE_BYTES })) {
    const file = path.join(folder, name);
    await writeFile(file, '');
    await truncate(file, length);
  }
  await query(
    `insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, taken_at,
       created_at, upload_end, created_order, thumbnail_state, is_described)
     select $1, id, id, n || '.jpg', 'jpeg', $2, sha256(uuid_send(id)), 0, 'photo',
       timestamp '2020-01-01' + n * interval '1 hour', now(), now(), now()::timestamp, 'success', true
     from generate_series(1, $3::int) as n, lateral (select uuidv7(make_interval(secs => n)) as id) as made`,
    [customerId, PHOTO_BYTES, LARGE_BYTES / PHOTO_BYTES],
  );
  return customerId;
}

/** Requests an export until it is ready. */
async function exportAddress(customer: Caller): Promise<string> {
  const path = `${SERVICE_PATHS.photoExports}/backups`;
  type Requested = { status: string; backupId: string };
  for (;;) {
    const body = { channel: 'pennyfern' };
    const { status, backupId } = await customer.sendJson<Requested>('POST', path, body);
    if (status === 'READY') {
      return (await customer.read<{ url: string }>(`${path}/${backupId}/chunks/0/url`)).url;
    }
    await pause(100);
  }
}
