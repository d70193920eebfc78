import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Activation } from '@keepsake/contracts/library/legacy-import';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { createApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { addPhotos, type Target, untilNoneWaits } from '../harness/add-photos.ts';
import { log, type ServerNode, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { watchMemory } from '../harness/process-tree.ts';
import type { Caller } from '../harness/requests.ts';

const IMAGE = new URL('../../apps/server/src/platform/images/fixtures/exif-original.jpg', import.meta.url);
const UPLOADS = 2_000;
/** Baseline of the import: files that the server adds one by one, through the normal upload path. */
const ADDED = 500;

/** The import of many legacy uploads: its speed, its memory, and its effect on another customer. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('legacy-import');
  await using apps = new AsyncDisposableStack();
  const database = await environment.createDatabase();
  const settings = { DATABASE_URL: database.url, DATA_DIR: database.dataDir };
  const config = readConfig({ ...settings, ROLE: 'web', DEMO: 'off', OIDC_ISSUER: 'http://127.0.0.1:9' });
  const app = await createApp({ config, databaseUrl: database.url, log, webFolder: null });
  apps.defer(() => app.close());

  const image = await readFile(IMAGE);
  const another = () => Buffer.concat([image, randomBytes(16)]);
  const [customerId, own] = [newCustomerId(), newCustomerId()];
  for (let stored = 0; stored < UPLOADS; stored++) {
    const upload = { customerId, id: null, fileName: `${stored}.jpg`, uploadedAt: new Date() };
    await app.keepLegacyUpload({ ...upload, content: another() });
  }
  const start = performance.now();
  for (let added = 0; added < ADDED; added++) {
    await app.uploads.addFile({ customerId: own, fileName: 'a.jpg', content: another(), isBulk: true });
  }
  const addedPerSecond = ADDED / secondsSince(start);
  const node = await environment.serve(database, { ROLE: 'all', JOB_CONCURRENCY: '2' });
  const stranger = {
    db: database.db,
    objects: await createObjectStore(config),
    customerId: newCustomerId(),
  };
  const run = await measureImport(node, await node.signIn(customerId), () => waitForPhoto(stranger, image));
  return figuresOf(run, addedPerSecond);
}

type Run = { seconds: number; early: number; late: number; waits: number[] };

/** The first tenth of the import shows the memory needed; the rest must not need much more. */
async function measureImport(node: ServerNode, customer: Caller, wait: () => Promise<number>): Promise<Run> {
  const activation = (method: 'GET' | 'POST') =>
    customer.sendJson<Activation>(method, `${SERVICE_PATHS.photoManagement}/users/activate`);
  const waits = [await wait()];
  const start = performance.now();
  await activation('POST');
  let memory = watchMemory(node.pid);
  let early: number | undefined;
  for (;;) {
    const { status, progress } = await activation('GET');
    if (status !== 'IMPORTING') break;
    if (early === undefined && (progress?.imported ?? 0) >= UPLOADS / 10) {
      early = memory.stop().total;
      memory = watchMemory(node.pid);
    }
    if (waits.length < 6) waits.push(await wait());
    await pause(500);
  }
  return { seconds: secondsSince(start), early: early ?? Number.NaN, late: memory.stop().total, waits };
}

/** How long another customer's photo waits for its thumbnails, in seconds. */
async function waitForPhoto(stranger: Target, content: Buffer): Promise<number> {
  const start = performance.now();
  await addPhotos(stranger, { content, count: 1, isBulk: false });
  await untilNoneWaits(stranger);
  return secondsSince(start);
}

const secondsSince = (start: number) => (performance.now() - start) / 1_000;

function figuresOf({ seconds, early, late, waits: [alone = 0, ...others] }: Run, beside: number): Figure[] {
  const imported = `${UPLOADS} earlier photos with their thumbnails beside files added without`;
  const note = `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`;
  return [
    figure(imported, UPLOADS / seconds, 'photos/s', { beside }),
    figure('memory of all server processes: growth after the first tenth', late - early, 'MB', {
      atMost: 100,
      note,
    }),
    figure('wait of another customer’s photo, longest', Math.max(...others), 's', { atMost: 6 }),
    figure('the same before the import', alone, 's'),
  ];
}
