import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited, reported } from '../figure.ts';
import { measureImageWork } from '../image-floor.ts';
import { addPhotos, type Target, untilNoneWaits } from '../ingest/add-photos.ts';
import { findHeic, makeJpeg } from '../ingest/make-photos.ts';
import { cpuSecondsOf, type PeakMemory, sumOf, watchProcesses } from '../ingest/process-tree.ts';
import { measureWatched } from '../ingest/watched-photo.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;
/** Enough photos to measure the rate instead of the delay until the first job is noticed. */
const PHOTOS = 60;
/** Decoders of the server, and of the floor compared with it: one per core of this machine. */
const WORKERS = 2;
const MEGABYTE = 1e6;

type Batch = { content: Buffer; format?: 'jpeg' | 'heic' };
type Work = { cpu: number; wall: number };
type Cost = Work & { memory: PeakMemory };
type Costs = { floor: Work[]; plain: Cost[]; tagged: Cost[] };

/** Photos through the real job of a real server, alternating with a plain resize cascade in as many processes. */
export async function measureIngest(): Promise<Figure[]> {
  const environment = await startEnvironment('ingest');
  const databaseUrl = await environment.createDatabase('bench_ingest');
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 4, log: pino({ level: 'warn' }) });
  try {
    const customerId = newCustomerId();
    const objects = await createObjectStore({ storageUrl: null, dataDir: environment.dataDir });
    const target = { db, objects, customerId };
    const node = await environment.startNode(databaseUrl, { ROLE: 'all', JOB_CONCURRENCY: String(WORKERS) });

    const ingest = (batch: Batch) => ingestBatch(target, node.pid, batch);
    const jpegs = { plain: await makeJpeg(), tagged: await makeJpeg({ hasProfile: true }) };
    const file = path.join(environment.dataDir, 'floor.jpg');
    await writeFile(file, jpegs.plain);
    await ingest({ content: jpegs.plain });
    const costs: Costs = { floor: [], plain: [], tagged: [] };
    for (let round = 0; round < ROUNDS; round++) {
      costs.floor.push(await measureFloor(file));
      costs.plain.push(await ingest({ content: jpegs.plain }));
      costs.tagged.push(await ingest({ content: jpegs.tagged }));
    }
    const watched = await measureWatched(target, {
      content: jpegs.plain,
      address: node.address,
      token: await environment.tokenFor(customerId),
    });
    const heic = await findHeic();
    const heicCost = await ingest({ content: await readFile(heic.file), format: 'heic' });
    return [...compareWithFloor(costs), ...watched, ...reportHeic(heicCost, heic.megapixels)];
  } finally {
    await close();
    await environment.stop();
  }
}

async function ingestBatch(target: Target, server: number, batch: Batch): Promise<Cost> {
  const memory = watchProcesses(server);
  const before = await cpuSecondsOf(server);
  await addPhotos(target, { ...batch, count: PHOTOS });
  const start = performance.now();
  await untilNoneWaits(target);
  const wall = (performance.now() - start) / 1000 / PHOTOS;
  const cpu = ((await cpuSecondsOf(server)) - before) / PHOTOS;
  return { cpu, wall, memory: memory.stop() };
}

async function measureFloor(file: string): Promise<Work> {
  const runs = await Promise.all(
    Array.from({ length: WORKERS }, () => measureImageWork('floor', file, PHOTOS / WORKERS)),
  );
  const mean = (of: 'cpuSeconds' | 'wallSeconds') => runs.reduce((sum, run) => sum + run[of], 0) / WORKERS;
  return { cpu: mean('cpuSeconds'), wall: mean('wallSeconds') / WORKERS };
}

function compareWithFloor(costs: Costs): Figure[] {
  const of = (which: keyof Costs, what: keyof Work) => median(costs[which].map((cost) => cost[what]));
  const ratioOf = (kind: 'plain' | 'tagged', what: 'cpu' | 'wall', atMost?: number) =>
    compared({
      figure: `JPEG, 12 MP, 3.6 MB${kind === 'tagged' ? ', sRGB profile' : ''}: ${what} per photo beside the bare cascade`,
      measured: of(kind, what),
      baseline: of('floor', what),
      unit: 's',
      atMost,
    });
  const [peak = { server: 0, children: [] }] = [...costs.plain, ...costs.tagged]
    .map(({ memory }) => memory)
    .sort((one, other) => sumOf(other) - sumOf(one));
  return [
    ratioOf('plain', 'cpu', 1.35),
    ratioOf('plain', 'wall', 1.35),
    ratioOf('tagged', 'cpu', 1.35),
    ratioOf('tagged', 'wall', 1.35),
    limited({ ...describeMemory('JPEG', peak), atMost: 600 }),
  ];
}

function reportHeic({ cpu, wall, memory }: Cost, megapixels: number): Figure[] {
  const kind = `HEIC, ${megapixels.toFixed(0)} MP`;
  return [
    reported({ figure: `${kind}: cpu per photo`, measured: cpu, unit: 's' }),
    reported({ figure: `${kind}: wall per photo`, measured: wall, unit: 's' }),
    reported(describeMemory(kind, memory)),
  ];
}

function describeMemory(kind: string, memory: PeakMemory) {
  const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
  return {
    figure: `${kind}: peak memory of all server processes`,
    measured: sumOf(memory) / MEGABYTE,
    unit: 'MB',
    note: `server ${megabytes(memory.server)} MB, decoders ${memory.children.map(megabytes).join(' and ')} MB`,
  };
}
