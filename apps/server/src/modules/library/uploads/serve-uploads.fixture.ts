import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { VerifyToken } from '../../../platform/auth.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts';
import { isCustomerId } from '../../../platform/ids.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { Problem } from '../../../platform/problem.ts';
import { createMediaSigner, type MediaSigner } from '../../../platform/signed-urls.ts';
import { testPrincipal } from '../../../platform/testing/test-principal.ts';
import { serveModules } from '../../../testing/serve-modules.ts';
import { addToAlbum } from '../albums/change-album-photos.ts';
import { photoOfRow } from '../photos/present-photos.ts';
import { readPhoto } from '../photos/store.ts';
import type { Deps } from './deps.ts';
import { createUploads } from './index.ts';

type Parts = Pick<Deps, 'objects' | 'dataDir' | 'clock' | 'log'> & {
  connection: Pick<DatabaseConnection, 'db' | 'prepared'>;
  signer: MediaSigner;
  quota?: Deps['quota'];
  /** Called between the steps of a commit. */
  onStep?: (step: 'before-transaction' | 'after-transaction') => void;
};

const UNLIMITED = { photos: null, bytes: null };

/** The uploads module; nothing is hidden. */
export function createTestUploads({ connection, signer, clock, onStep, quota, ...parts }: Parts) {
  const { db, prepared } = connection;
  return createUploads({
    ...parts,
    db: prepared,
    clock,
    quota: quota ?? UNLIMITED,
    verifyToken: verifyId,
    addToAlbum,
    restoreContent: async () => false,
    isLibraryHidden: async () => false,
    async timeZoneOf() {
      onStep?.('before-transaction');
      return 'Europe/London';
    },
    presentRow(ownerId, row) {
      onStep?.('after-transaction');
      return photoOfRow(row, { ownerId, signer, now: clock() });
    },
    async presentPhoto(customerId, photoId) {
      onStep?.('after-transaction');
      const row = await readPhoto(db, customerId, photoId);
      return row && photoOfRow(row, { ownerId: customerId, signer, now: clock() });
    },
  });
}

/** A customer's bearer token is the customer's id. */
export const verifyId: VerifyToken = async (customerId) => {
  if (!isCustomerId(customerId)) throw new Problem('unauthenticated');
  return testPrincipal({ customerId, identityType: 'consumer' });
};

type Options = Pick<Parts, 'dataDir' | 'onStep' | 'quota'> & {
  databaseUrl: string;
  storageUrl: string | null;
  clock?: Clock;
  wrapObjects?: (objects: ObjectStore) => ObjectStore;
  port?: number;
  drainMs?: number;
};

/** A node that serves the uploads module, beside others on the same data. */
export async function serveUploads({ databaseUrl, dataDir, storageUrl, ...options }: Options) {
  const { clock = systemClock, wrapObjects = (objects) => objects, onStep, quota, port, drainMs } = options;
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const connection = openDatabase({ url: databaseUrl, maxConnections: 20, log });
  const objects = wrapObjects(await createObjectStore({ storageUrl, dataDir }));
  const signer = createMediaSigner({ secret: 'a secret of the tests', baseUrl: '' });
  const uploads = createTestUploads({ connection, objects, dataDir, clock, log, signer, onStep, quota });
  const { http, address } = await serveModules({ log }, [uploads], { verifyToken: verifyId, port, drainMs });
  async function stop() {
    await http.close();
    await uploads.close?.();
    await connection.close();
    await objects.close();
  }
  return { address, db: connection.db, objects, uploads, stop };
}

/** As a separate process, for tests to kill; kills itself at the step KILL_AT. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_URL = '', DATA_DIR = path.resolve('nowhere'), STORAGE_URL, KILL_AT, PORT } = process.env;
  const dieAt = (step: string) => {
    if (KILL_AT === step) process.kill(process.pid, 'SIGKILL');
  };
  const { address } = await serveUploads({
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    storageUrl: STORAGE_URL ?? null,
    onStep: dieAt,
    port: Number(PORT),
    wrapObjects: (objects) => ({
      ...objects,
      async putFile(...put) {
        dieAt('before-object');
        await objects.putFile(...put);
        dieAt('after-object');
      },
    }),
  });
  process.send?.(address);
}
