import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import pino from 'pino';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { readAnswer } from '../archive/read-answer.ts';
import { type Environment, startEnvironment } from '../environment/start-environment.ts';
import { writeSources } from '../exports/write-sources.ts';
import { compared, type Figure, limited, reported } from '../figure.ts';
import { watchMemory } from '../ingest/process-tree.ts';
import { median } from '../statistics.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const WORKER = fileURLToPath(new URL('../exports/plan-node.ts', import.meta.url));
const PHOTOS = 100_000;
const MANY = 400_000;
const LARGE_BYTES = 4 * 1024 ** 3;
const ROUNDS = 3;

/** Planning a library of 100,000 photos, and sending 4 GB of an export compared with a plain file from the same server. */
export async function measureExports(): Promise<Figure[]> {
  const environment = await startEnvironment('exports');
  try {
    const databaseUrl = await environment.createDatabase('bench_exports');
    return [...(await measureLayout(databaseUrl)), ...(await measureStreaming(environment, databaseUrl))];
  } finally {
    await environment.stop();
  }
}

type Planned = { milliseconds: number; memory: number; chunks: number };

/** Plans in a process of its own; its memory is compared with that for a library four times as large. */
async function measureLayout(databaseUrl: string): Promise<Figure[]> {
  const large = await planLibrary(databaseUrl, PHOTOS);
  const huge = await planLibrary(databaseUrl, MANY);
  const note = `${large.memory.toFixed(0)} MB with 100,000 photos, ${huge.memory.toFixed(0)} MB with 400,000`;
  const seconds = ({ milliseconds }: Planned) => milliseconds / 1_000;
  return [
    limited({
      figure: 'lay out 100,000 photos',
      measured: seconds(large),
      unit: 's',
      atMost: 10,
      note: `${large.chunks} chunks`,
    }),
    reported({ figure: 'lay out 400,000 photos', measured: seconds(huge), unit: 's' }),
    limited({
      figure: 'memory of 400,000 photos over that of 100,000',
      measured: huge.memory - large.memory,
      unit: 'MB',
      atMost: 100,
      note,
    }),
  ];
}

async function planLibrary(databaseUrl: string, photos: number): Promise<Planned> {
  const customerId = newCustomerId();
  await seedLibrary(databaseUrl, { customerId, photos });
  const child = fork(WORKER, { env: { ...process.env, DATABASE_URL: databaseUrl, USER_ID: customerId } });
  await once(child, 'message');
  const memory = watchMemory(child.pid ?? 0);
  child.send('begin');
  const [answer] = (await once(child, 'message')) as [{ milliseconds: number; chunks: number }];
  const peak = memory.stop() / 1e6;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  return { ...answer, memory: peak };
}

/** Complete downloads in alternation: a chunk of 4 GB, and a plain file of the same size. */
async function measureStreaming(environment: Environment, databaseUrl: string): Promise<Figure[]> {
  const customerId = newCustomerId();
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 2, log: pino({ level: 'warn' }) });
  await writeSources({ db, dataDir: environment.dataDir, customerId, bytes: LARGE_BYTES });
  await close();
  const env = { ROLE: 'all', EXPORT_CHUNK_BYTES: String(2 * LARGE_BYTES) };
  const node = await environment.startNode(databaseUrl, env);
  const url = await exportAddress(environment, node.address, customerId);
  const rates: Record<'chunk' | 'file', number[]> = { chunk: [], file: [] };
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const chunk = await readAnswer(node.address + url);
    const file = await readAnswer(`${node.bareAddress}/as-large`);
    rates.chunk.push(chunk.megabytesPerSecond);
    rates.file.push(file.megabytesPerSecond);
    waits.push(chunk.millisecondsToFirstByte);
  }
  const [measured, baseline] = [median(rates.chunk), median(rates.file)];
  return [
    compared({ figure: 'chunk of 4 GB beside a plain file', measured, baseline, unit: 'MB/s', atLeast: 0.8 }),
    reported({ figure: 'its first byte', measured: median(waits), unit: 'ms' }),
  ];
}

async function exportAddress(
  environment: Environment,
  address: string,
  customerId: CustomerId,
): Promise<string> {
  const headers = {
    authorization: `Bearer ${await environment.tokenFor(customerId)}`,
    'content-type': 'application/json',
  };
  const call = async (path: string, init: RequestInit = {}) =>
    (await fetch(address + SERVICE_PATHS.photoExports + path, { headers, ...init })).json();
  const body = JSON.stringify({ channel: 'pennyfern' });
  for (;;) {
    const { status, backupId } = await call('/backups', { method: 'POST', body });
    if (status === 'READY') return (await call(`/backups/${backupId}/chunks/0/url`)).url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
