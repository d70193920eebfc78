import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createImageProcessor } from '../platform/images/index.ts';
import { createObjectStore } from '../platform/objects/create-object-store.ts';
import { requireStorage } from '../platform/objects/watch-storage.ts';
import { createPageMarks } from '../platform/page-marks.ts';
import { createPushHub } from '../platform/push/push-hub.ts';
import { readSecret } from '../platform/secrets.ts';
import { createMediaSigner } from '../platform/signed-urls.ts';

type Options = { config: Config; databaseUrl: string; log: Logger; clock: Clock };

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** What every module stands on: the database, objects, images, push and signatures of one node. */
export async function openPlatform({ config, databaseUrl, log, clock }: Options) {
  const connection = openDatabase({ url: databaseUrl, maxConnections: config.database.maxConnections, log });
  const { db } = connection;
  const objects = createObjectStore(config);
  await requireStorage(objects);
  const images = createImageProcessor({
    workers: config.jobConcurrency,
    timeoutMs: 60_000,
    memoryLimitMb: 700,
    log,
    clock,
  });
  const hub = await createPushHub({ url: databaseUrl, log });
  const signer = createMediaSigner({ secret: await readSecret(db, 'media-signing'), baseUrl: '' });
  const marks = createPageMarks(await readSecret(db, 'page-marks'));
  return {
    config,
    databaseUrl,
    log,
    clock,
    connection,
    db,
    objects,
    images,
    hub,
    signer,
    marks,
    async close() {
      await Promise.all([images.close(), hub.close(), objects.close()]);
      await connection.close();
    },
  };
}
