import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Activation } from '@keepsake/contracts/library/legacy-import';
import pino from 'pino';
import { createApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { type ServerNode, startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited, reported } from '../figure.ts';
import { addPhotos, type Target, untilNoneWaits } from '../ingest/add-photos.ts';
import { watchMemory } from '../ingest/process-tree.ts';

const IMAGE = path.resolve(
  import.meta.dirname,
  '../../apps/server/src/platform/images/fixtures/exif-original.jpg',
);
const UPLOADS = 2_000;
/** Baseline of the import: files that the server adds one by one, through the normal upload path. */
const ADDED = 500;
const MEGABYTE = 1e6;

type World = { node: ServerNode; token: string; stranger: Target; image: Buffer };
type Run = { seconds: number; early: number; late: number; waits: number[] };

/** The import of many legacy uploads: its speed, its memory, and its effect on another customer. */
export async function measureLegacyImport(): Promise<Figure[]> {
  const environment = await startEnvironment('earlier');
  const databaseUrl = await environment.createDatabase('bench_earlier');
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: environment.dataDir };
  const config = readConfig({ ...settings, ROLE: 'web', DEMO: 'off', OIDC_ISSUER: 'http://127.0.0.1:9' });
  const app = await createApp({ config, databaseUrl, log: pino({ level: 'warn' }), webFolder: null });
  try {
    const image = await readFile(IMAGE);
    const another = () => Buffer.concat([image, randomBytes(16)]);
    const customerId = newCustomerId();
    for (let stored = 0; stored < UPLOADS; stored++) {
      const upload = { customerId, id: null, fileName: `${stored}.jpg`, uploadedAt: new Date() };
      await app.keepLegacyUpload({ ...upload, content: another() });
    }
    const start = performance.now();
    const own = newCustomerId();
    for (let added = 0; added < ADDED; added++) {
      await app.uploads.addFile({ customerId: own, fileName: 'a.jpg', content: another(), isBulk: true });
    }
    const perSecond = ADDED / ((performance.now() - start) / 1000);
    const node = await environment.startNode(databaseUrl, { ROLE: 'all', JOB_CONCURRENCY: '2' });
    const token = await environment.tokenFor(customerId);
    const objects = await createObjectStore(config);
    const stranger = { db: app.connection.db, objects, customerId: newCustomerId() };
    return figuresOf(await measureImport({ node, token, stranger, image }), perSecond);
  } finally {
    await app.close();
    await environment.stop();
  }
}

/** The first tenth of the import shows the memory needed; the rest must not need much more. */
async function measureImport({ node, token, stranger, image }: World): Promise<Run> {
  const waits = [await waitForPhoto(stranger, image)];
  const start = performance.now();
  await activation(node, token, 'POST');
  let memory = watchMemory(node.pid);
  let early: number | undefined;
  for (;;) {
    const { status, progress } = await activation(node, token, 'GET');
    if (status !== 'IMPORTING') break;
    if (early === undefined && (progress?.imported ?? 0) >= UPLOADS / 10) {
      early = memory.stop();
      memory = watchMemory(node.pid);
    }
    if (waits.length < 6) waits.push(await waitForPhoto(stranger, image));
    await pause(500);
  }
  return {
    seconds: (performance.now() - start) / 1000,
    early: early ?? Number.NaN,
    late: memory.stop(),
    waits,
  };
}

/** How long another customer's photo waits for its thumbnails, in seconds. */
async function waitForPhoto(stranger: Target, content: Buffer): Promise<number> {
  const start = performance.now();
  await addPhotos(stranger, { content, count: 1, isBulk: false });
  await untilNoneWaits(stranger);
  return (performance.now() - start) / 1000;
}

async function activation(node: ServerNode, token: string, method: 'GET' | 'POST'): Promise<Activation> {
  const url = `${node.address}/api/photo-management/users/activate`;
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return (await answer.json()) as Activation;
}

function figuresOf(
  { seconds, early, late, waits: [alone = 0, ...beside] }: Run,
  perSecond: number,
): Figure[] {
  return [
    compared({
      figure: `${UPLOADS} earlier photos with their thumbnails beside files added without`,
      measured: UPLOADS / seconds,
      baseline: perSecond,
      unit: 'photos/s',
    }),
    limited({
      figure: 'memory of all server processes: growth after the first tenth',
      measured: (late - early) / MEGABYTE,
      unit: 'MB',
      atMost: 100,
      note: `${Math.round(early / MEGABYTE)} MB, then ${Math.round(late / MEGABYTE)} MB`,
    }),
    limited({
      figure: 'wait of another customer’s photo, longest',
      measured: Math.max(...beside),
      unit: 's',
      atMost: 6,
    }),
    reported({ figure: 'the same before the import', measured: alone, unit: 's' }),
  ];
}
