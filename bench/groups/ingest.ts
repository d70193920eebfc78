import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Photo } from '@keepsake/contracts/library/photos';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import sharp from 'sharp';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { addPhotos, countWaiting, type Target, untilNoneWaits } from '../harness/add-photos.ts';
import { startChild } from '../harness/child-process.ts';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { makeJpeg } from '../harness/pictures.ts';
import { cpuSecondsOf, type PeakMemory, watchMemory } from '../harness/process-tree.ts';
import type { Caller } from '../harness/requests.ts';
import { paired } from '../harness/rounds.ts';
import type { CascadeCost } from '../processes/cascade.ts';

const CASCADE = new URL('../processes/cascade.ts', import.meta.url);
const HEIC_FOLDER = path.resolve(import.meta.dirname, '../../apps/server/src/demo/photos/heic');
const ROUNDS = 3;
/** Enough photos to measure the rate instead of the delay until the first job is noticed. */
const PHOTOS = 60;
/** Decoders of the server, and of the floor compared with it: one per core of this machine. */
const WORKERS = 2;
const BULK = 40;
/** Photos being decoded when the customer looks, plus those that other decoders finish meanwhile. */
const MOST_BEFORE = 4;

/** Seconds per photo; the floor is watched only from inside. */
type Cost = { cpu: number; wall: number; memory?: PeakMemory };
type Batch = { content: Buffer; format?: 'jpeg' | 'heic' };
type Ingest = (batch: Batch) => Promise<Cost>;

/** Photos through the real job of a real server, compared with a plain resize cascade in as many processes. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('ingest');
  const database = await environment.createDatabase();
  const { dataDir } = database;
  const objects = await createObjectStore({ storageUrl: null, dataDir });
  const target = { db: database.db, objects, customerId: newCustomerId() };
  const node = await environment.serve(database, { ROLE: 'all', JOB_CONCURRENCY: String(WORKERS) });
  const ingest: Ingest = (batch) => ingestBatch(target, node.pid, batch);

  const [plain, tagged] = [await makeJpeg(), await makeJpeg({ hasProfile: true })];
  const file = path.join(dataDir, 'floor.jpg');
  await writeFile(file, plain);
  const costs = await paired(
    {
      floor: () => measureFloor(file),
      plain: () => ingest({ content: plain }),
      tagged: () => ingest({ content: tagged }),
    },
    ROUNDS,
  );
  return [
    ...besideFloor('', costs.plain, costs.floor),
    ...besideFloor(', sRGB profile', costs.tagged, costs.floor),
    memoryFigure('JPEG', [...costs.plain, ...costs.tagged], 600),
    ...(await measureWatched(target, await node.signIn(target.customerId), plain)),
    ...(await measureHeic(ingest)),
  ];
}

async function ingestBatch(target: Target, server: number, batch: Batch): Promise<Cost> {
  const memory = watchMemory(server);
  const before = await cpuSecondsOf(server);
  await addPhotos(target, { ...batch, count: PHOTOS });
  const start = performance.now();
  await untilNoneWaits(target);
  const wall = (performance.now() - start) / 1_000 / PHOTOS;
  const cpu = ((await cpuSecondsOf(server)) - before) / PHOTOS;
  return { cpu, wall, memory: memory.stop() };
}

async function measureFloor(file: string): Promise<Cost> {
  const args = [file, String(PHOTOS / WORKERS)];
  const runs = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      await using child = await startChild<CascadeCost>(CASCADE, { args });
      return child.ready;
    }),
  );
  const mean = (of: keyof CascadeCost) => runs.reduce((sum, run) => sum + run[of], 0) / WORKERS;
  return { cpu: mean('cpuSeconds'), wall: mean('wallSeconds') / WORKERS };
}

function besideFloor(kind: string, costs: readonly Cost[], floor: readonly Cost[]): Figure[] {
  return (['cpu', 'wall'] as const).map((what) => {
    const of = (all: readonly Cost[]) => all.map((cost) => cost[what]);
    const name = `JPEG, 12 MP, 3.6 MB${kind}: ${what} per photo beside the bare cascade`;
    return figure(name, of(costs), 's', { beside: of(floor), atMost: 1.35 });
  });
}

function memoryFigure(kind: string, costs: readonly Cost[], atMost?: number): Figure {
  const peaks = costs.flatMap(({ memory }) => memory ?? []).sort((one, other) => other.total - one.total);
  const [{ total, server, children } = { total: 0, server: 0, children: [] }] = peaks;
  const note = `server ${server.toFixed(0)} MB, decoders ${children.map((size) => size.toFixed(0)).join(' and ')} MB`;
  return figure(`${kind}: peak memory of all server processes`, total, 'MB', { atMost, note });
}

/** A customer opens the month of an import's last photo: how long until it is there, and how many photos come before it. */
async function measureWatched(target: Target, customer: Caller, content: Buffer): Promise<Figure[]> {
  const { photoManagement } = SERVICE_PATHS;
  await addPhotos(target, { content, count: BULK });
  const start = performance.now();
  const [photoId] = await addPhotos(target, { content, count: 1, takenAt: '2001-02-03T04:05:06' });
  const before = await countWaiting(target);
  const requested = performance.now();
  await customer.read(`${photoManagement}/photos/timeline/2001/2`);
  const readPhoto = () => customer.read<Photo>(`${photoManagement}/photos/${photoId}`);
  while ((await readPhoto()).thumbnailState !== 'success') await pause(10);
  const wait = (performance.now() - requested) / 1_000;
  const overtaken = before - (await countWaiting(target)) - 1;
  await untilNoneWaits(target);
  const name = `photos of a bulk import of ${before - 1} made before the one that is looked at`;
  return [
    figure(name, overtaken, 'photos', { atMost: MOST_BEFORE }),
    figure('wait for the photo that is looked at', wait, 's'),
    figure('the whole import', (performance.now() - start) / 1_000, 's'),
  ];
}

/** The first of the demo's HEIC files. */
async function measureHeic(ingest: Ingest): Promise<Figure[]> {
  const [name = ''] = (await readdir(HEIC_FOLDER)).filter((file) => file.endsWith('.heic')).sort();
  const content = await readFile(path.join(HEIC_FOLDER, name));
  const { width, height } = await sharp(content).metadata();
  const kind = `HEIC, ${((width * height) / 1e6).toFixed(0)} MP`;
  const cost = await ingest({ content, format: 'heic' });
  return [
    figure(`${kind}: cpu per photo`, cost.cpu, 's'),
    figure(`${kind}: wall per photo`, cost.wall, 's'),
    memoryFigure(kind, [cost]),
  ];
}
