import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { Problem } from '../../../platform/problem.ts';
import { createMediaSigner } from '../../../platform/signed-urls.ts';
import { addToAlbum } from '../albums/change-album-photos.ts';
import { photoOfRow } from '../photos/present-photos.ts';
import { readPhoto } from '../photos/store.ts';
import { createUploads } from './index.ts';

type Options = {
  databaseUrl: string;
  dataDir: string;
  storageUrl: string | null;
  clock?: () => Date;
  wrapObjects?: (objects: ObjectStore) => ObjectStore;
  /** Called between the steps of a commit. */
  onStep?: (step: 'before-transaction' | 'after-transaction') => void;
};

/** A node that serves the uploads module. A customer's bearer token is the customer's id. */
export async function serveUploads({ databaseUrl, dataDir, storageUrl, ...options }: Options) {
  const { clock = () => new Date(), wrapObjects = (objects) => objects, onStep } = options;
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const { db, prepared, close } = openDatabase({ url: databaseUrl, maxConnections: 20, log });
  const objects = wrapObjects(createObjectStore({ storageUrl, dataDir }));
  const signer = createMediaSigner({ secret: 'a secret of the tests', baseUrl: '' });
  const verifyToken = async (customerId: string) => {
    if (!/^[0-9a-f-]{36}$/.test(customerId)) throw new Problem('unauthenticated');
    const nobody = {
      email: '',
      name: '',
      identityType: 'consumer',
      b2bAuthenticationMethod: null,
      sessionId: null,
    };
    return { customerId, ...nobody, expiresAt: Number.POSITIVE_INFINITY };
  };
  const uploads = createUploads({
    db: prepared,
    objects,
    dataDir,
    clock,
    log,
    verifyToken,
    addToAlbum,
    isLibraryHidden: async () => false,
    async timeZoneOf() {
      onStep?.('before-transaction');
      return 'Europe/London';
    },
    presentRow(ownerId, row) {
      onStep?.('after-transaction');
      return photoOfRow(row, { ownerId, signer, now: clock() });
    },
    async presentPhoto(userId, photoId) {
      onStep?.('after-transaction');
      const row = await readPhoto(db, userId, photoId);
      return row && photoOfRow(row, { ownerId: userId, signer, now: clock() });
    },
  });
  const policySources = { connectOrigins: [], secureTransport: false };
  const http = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 1_000_000 });
  mountRoutes(http, uploads.routes, verifyToken);
  uploads.mount(http);
  const address = await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) });
  async function stop() {
    await http.close();
    await close();
    await objects.close();
  }
  return { address, db, objects, uploads, stop };
}

/** As a process of its own, which tests kill: at a step when KILL_AT says so. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_URL = '', DATA_DIR = path.resolve('nowhere'), STORAGE_URL, KILL_AT } = process.env;
  const dieAt = (step: string) => {
    if (KILL_AT === step) process.kill(process.pid, 'SIGKILL');
  };
  const { address } = await serveUploads({
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    storageUrl: STORAGE_URL ?? null,
    onStep: dieAt,
    wrapObjects: (objects) => ({
      ...objects,
      async putFile(key, file) {
        dieAt('before-object');
        await objects.putFile(key, file);
        dieAt('after-object');
      },
    }),
  });
  process.send?.(address);
}
