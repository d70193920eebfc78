import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Activation, FailedImport, LegacyUpload } from '@keepsake/contracts/library/legacy-import';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { JobAttempt } from '../../../platform/jobs/jobs.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { createCall } from '../../../testing/call-api.ts';
import { type Installation, SECRETS_KEY, startInstallation } from '../../../testing/start-installation.ts';

const fixture = path.join(import.meta.dirname, '../../../platform/images/fixtures/exif-original.jpg');
type Lists = { images: Photo[]; items: (LegacyUpload & FailedImport)[]; photosCount: number; total: number };
type Body = Activation & Lists & LegacyUpload;

/** A node whose jobs run by hand, or by its worker with the role 'all', and customers with legacy uploads. */
export async function startActivationWorld(role: 'web' | 'all' = 'web') {
  const installation = await startInstallation({ roles: [role] });
  const node = installation.nodes[0] as Installation['nodes'][number];
  const { dataDir, address } = node;
  const { db } = node.connection;
  const objects = await createObjectStore({ storageUrl: null, dataDir });

  const call = createCall({ address, tokenFor: installation.tokenFor })<Body>;
  /** A file that a customer uploaded before there were libraries; returns the upload's id. */
  async function addLegacy(customerId: CustomerId, content: Uint8Array | null, id: string = randomUUID()) {
    const objectKey = `legacy-uploads/${id}-x`;
    if (content) await objects.putBytes(objectKey, content);
    const details = { file_name: `${id}.jpg`, bytes: content?.length ?? 1, uploaded_at: new Date(0) };
    const row = { user_id: customerId, id, object_key: objectKey, ...details };
    await db.insertInto('legacy_uploads').values(row).execute();
    return id;
  }
  async function run(customerId: CustomerId, attempt: JobAttempt = { attempt: 1, maxAttempts: 8 }) {
    const task = node.tasks.find(({ name }) => name === 'import-library');
    await task?.handle({ customerId }, attempt);
  }
  /** Runs the import in a process that kills itself with -9 at a step; true if it finished before that. */
  async function dieAt(customerId: CustomerId, step: string): Promise<boolean> {
    const own = {
      DATABASE_URL: installation.databaseUrl,
      DATA_DIR: dataDir,
      SECRETS_KEY,
      KILL_AT: step,
      CUSTOMER: customerId,
    };
    const script = path.join(import.meta.dirname, 'crash-import.fixture.ts');
    const child = fork(script, { env: { ...process.env, ...own }, execArgv: [], stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code === 0;
  }
  return {
    installation,
    db,
    objects,
    dataDir,
    query: <Row extends object>(text: string, values: unknown[]) =>
      node.connection.pool.query<Row>(text, values),
    call,
    addLegacy,
    run,
    dieAt,
    async addPhotos(customerId: CustomerId, count: number) {
      for (let added = 0; added < count; added++) await addLegacy(customerId, await makePhoto());
    },
    status: async (customerId: CustomerId) =>
      (await call(customerId, 'GET', '/photo-management/users/activate')).body,
    activate: async (customerId: CustomerId) =>
      (await call(customerId, 'POST', '/photo-management/users/activate')).body,
    failures: (customerId: CustomerId) =>
      call(customerId, 'GET', '/photo-management/users/activate/failures'),
    photos: async (customerId: CustomerId) =>
      (await call(customerId, 'GET', '/photo-management/photos')).body.images,
    async stop() {
      await objects.close();
      await installation.stop();
    },
  };
}

export type ActivationWorld = Awaited<ReturnType<typeof startActivationWorld>>;

/** A unique real photo of 2016. */
export async function makePhoto(): Promise<Buffer> {
  return Buffer.concat([await readFile(fixture), randomBytes(16)]);
}
