import pino from 'pino';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure } from '../figure.ts';
import { addPhotos, countWaiting } from '../ingest/add-photos.ts';
import { makeJpeg } from '../ingest/make-photos.ts';
import { type AcceptRate, measureAccept } from '../measure-accept.ts';

/** Uploads compared with a plain route that writes, hashes and fsyncs: with idle workers, and while they make thumbnails. */
export async function measureAccepting(): Promise<Figure[]> {
  const idle = await measureAccept();
  const busy = await whileWorkersAreBusy(measureAccept);
  const idlePlain = new Map(idle.map(({ clients, plain }) => [clients, plain]));
  const figureOf = ({ clients, way, megabytesPerSecond }: AcceptRate, workers: string) => ({
    figure: `${clients} clients, ${way}, workers ${workers}`,
    measured: megabytesPerSecond,
    baseline: idlePlain.get(clients) ?? Number.NaN,
    unit: 'MB/s',
  });
  return [
    ...idle.map((rate) => compared({ ...figureOf(rate, 'idle'), ratio: rate.ratio, atLeast: 0.8 })),
    // The plain route of the idle machine is the measure here, too, so there are no rounds to pair.
    ...busy.map((rate) => compared({ ...figureOf(rate, 'busy'), atLeast: 0.4 })),
  ];
}

/** Replenishes the queue by this many photos whenever fewer are waiting. */
const WAITING = 100;

/** Runs work while another server makes thumbnails without pause. */
async function whileWorkersAreBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const environment = await startEnvironment('busy');
  const databaseUrl = await environment.createDatabase('bench_busy');
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 2, log: pino({ level: 'warn' }) });
  let isOver = false;
  try {
    const objects = await createObjectStore({ storageUrl: null, dataDir: environment.dataDir });
    const target = { db, objects, customerId: newCustomerId() };
    const content = await makeJpeg();
    const feed = () => addPhotos(target, { content, count: WAITING, isShared: true });
    await feed();
    await environment.startNode(databaseUrl, { ROLE: 'worker' });
    const feeding = (async () => {
      while (!isOver) {
        if ((await countWaiting(target)) < WAITING) await feed();
        else await new Promise((resolve) => setTimeout(resolve, 300));
      }
    })();
    return await work().finally(async () => {
      isOver = true;
      await feeding;
    });
  } finally {
    await close();
    await environment.stop();
  }
}
