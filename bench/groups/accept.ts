import { mkdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { addPhotos, countWaiting } from '../harness/add-photos.ts';
import { startChild } from '../harness/child-process.ts';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { makeJpeg, photoBytesOf } from '../harness/pictures.ts';
import { sendBytes } from '../harness/requests.ts';
import { inParallel, median, paired } from '../harness/rounds.ts';
import { BROWSER, sendApart, sendTogether } from '../harness/send-photos.ts';

const UPLOADS = new URL(
  '../../apps/server/src/modules/library/uploads/serve-uploads.fixture.ts',
  import.meta.url,
);
const PLAIN = new URL('../processes/plain-uploads.ts', import.meta.url);

const FILE_BYTES = 3_600_000;
const FILES_PER_ROUND = 160;
const ROUNDS = 9;
const CLIENTS = [4, 50];
/** Replenishes the workers' queue by this many photos whenever fewer are waiting. */
const WAITING = 100;

/** Uploads compared with a plain route that writes, hashes and fsyncs: with idle workers, and while they make thumbnails. */
export async function measure(): Promise<Figure[]> {
  const idle = await measureRates();
  const busy = await whileWorkersAreBusy(measureRates);
  const plain = new Map(idle.map(({ clients, rates }) => [clients, median(rates.plain)]));
  const besideItsRounds = ({ rates }: Rates) => ({ beside: rates.plain, atLeast: 0.8 });
  // The plain route of the idle machine is the measure here, too, so there are no rounds to pair.
  const besideIdle = ({ clients }: Rates) => ({ beside: plain.get(clients), atLeast: 0.4 });
  return [
    ...idle.flatMap((one) => figuresOf(one, 'idle', besideItsRounds(one))),
    ...busy.flatMap((one) => figuresOf(one, 'busy', besideIdle(one))),
  ];
}

/** Megabytes per second until acknowledged, by round. */
type Rates = { clients: number; rates: Record<'plain' | 'together' | 'apart', number[]> };

function figuresOf({ clients, rates }: Rates, workers: string, judged: Parameters<typeof figure>[3]) {
  const ways = { 'create with bytes, commit': rates.together, 'create, bytes, commit': rates.apart };
  return Object.entries(ways).map(([way, rounds]) =>
    figure(`${clients} clients, ${way}, workers ${workers}`, rounds, 'MB/s', judged),
  );
}

async function measureRates(): Promise<Rates[]> {
  await using environment = await startEnvironment('accept');
  const { url, dataDir } = await environment.createDatabase();
  await mkdir(path.join(dataDir, 'plain'));
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0' };
  await using ours = await startChild<string>(UPLOADS, { env });
  await using plain = await startChild<string>(PLAIN, { env: { DATA_DIR: path.join(dataDir, 'plain') } });
  const found: Rates[] = [];
  for (const clients of CLIENTS)
    found.push({ clients, rates: await compare(clients, ours.ready, plain.ready) });
  return found;
}

/** Each server is a process of its own. */
async function compare(clients: number, ours: string, plain: string): Promise<Rates['rates']> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const newFile = photoBytesOf(FILE_BYTES);
  const headers = { 'content-type': 'application/octet-stream' };
  const sender = { agent, address: ours, token: newCustomerId(), under: BROWSER };
  const rateOf = (send: () => Promise<unknown>) => async () => {
    const start = performance.now();
    await inParallel(clients, FILES_PER_ROUND, send);
    return (FILES_PER_ROUND * FILE_BYTES) / 1_000 / (performance.now() - start);
  };
  const ways = {
    plain: rateOf(() => sendBytes(new URL('/files', plain), { agent, headers, parts: newFile() })),
    together: rateOf(() => sendTogether(sender, newFile())),
    apart: rateOf(() => sendApart(sender, newFile())),
  };
  return paired(ways, ROUNDS).finally(() => agent.destroy());
}

/** Runs work while another server makes thumbnails without pause. */
async function whileWorkersAreBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  await using environment = await startEnvironment('busy');
  const database = await environment.createDatabase();
  const objects = await createObjectStore({ storageUrl: null, dataDir: database.dataDir });
  const target = { db: database.db, objects, customerId: newCustomerId() };
  const content = await makeJpeg();
  const feed = () => addPhotos(target, { content, count: WAITING, isShared: true });
  await feed();
  await environment.serve(database, { ROLE: 'worker' });
  let isOver = false;
  const feeding = (async () => {
    while (!isOver) {
      if ((await countWaiting(target)) < WAITING) await feed();
      else await pause(300);
    }
  })();
  return await work().finally(async () => {
    isOver = true;
    await feeding;
  });
}
