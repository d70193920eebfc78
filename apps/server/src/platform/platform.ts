import type { Logger } from 'pino';
import { type Clock, MINUTE_MS } from './clock.ts';
import { type Database, openDatabase } from './database/database.ts';
import { openListener } from './database/listen.ts';
import { createImageProcessor } from './images/image-processor.ts';
import { openObjectStore } from './objects/removal-gate.ts';
import { requireStorage } from './objects/storage.ts';
import { createCursors } from './paging.ts';
import { createPushHub } from './push.ts';
import { openJournal } from './recovery/journal.ts';
import { sweepScratch } from './scratch.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { createSecurityLog } from './security-log.ts';
import { createMediaSigner } from './signed-urls.ts';
import { createThrottle } from './throttle.ts';
import { watchDisk } from './watch-disk.ts';

type Options = {
  settings: Parameters<typeof openObjectStore>[0] & {
    secretKeys: readonly string[] | null;
    database: { maxConnections: number };
    /** Number of photos decoded concurrently. */
    jobConcurrency: number;
  };
  databaseUrl: string;
  log: Logger;
  /** Receives the security log. */
  securityLines?: Logger;
  clock: Clock;
  /** This machine's clock, which dates files and tokens even if `clock` is moved on purpose. */
  machineClock: Clock;
  isAlone?: boolean;
};

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** What every module builds on: the database, objects, images, push and signatures of one node. */
export async function openPlatform(options: Options) {
  const { settings, databaseUrl, log, securityLines = log, clock, machineClock, isAlone = false } = options;
  const { maxConnections } = settings.database;
  const connection = openDatabase({ url: databaseUrl, maxConnections, log });
  const { db } = connection;
  const secrets = await openSecrets(db, settings);
  const objects = await openObjectStore(settings, db);
  await requireStorage(objects);
  const journal = await openJournal({ objects, secrets, machineClock });
  const watching = await watchDisk({ room: objects.room, dataDir: settings.dataDir, log });
  const sweeping = await sweepScratch({ dataDir: settings.dataDir, isAlone, log, clock: machineClock });
  const workers = settings.jobConcurrency;
  const images = createImageProcessor({ workers, timeoutMs: MINUTE_MS, memoryLimitMb: 700, log, clock });
  const listener = await openListener({ url: databaseUrl, log });
  const hub = await createPushHub(listener);
  const keyed = await openKeyed(secrets, { db, clock, securityLines });
  return {
    databaseUrl,
    log,
    clock,
    machineClock,
    connection,
    db,
    secrets,
    objects,
    journal,
    images,
    listener,
    hub,
    ...keyed,
    async close() {
      watching.stop();
      sweeping.stop();
      await Promise.all([images.close(), listener.close(), objects.close()]);
      await connection.close();
    },
  };
}

type Keying = { db: Database; clock: Clock; securityLines: Logger };

/** What signs, or stores no names in the clear, each by a secret of its own. */
async function openKeyed(secrets: Secrets, { db, clock, securityLines }: Keying) {
  const securitySecret = await secrets.read('security-log');
  const security = createSecurityLog({ db, log: securityLines, secret: securitySecret });
  return {
    signer: createMediaSigner({ secret: await secrets.read('media-signing'), baseUrl: '' }),
    cursors: createCursors(await secrets.read('page-marks')),
    security,
    throttle: createThrottle({ db, clock, security, secret: await secrets.read('identity-pepper') }),
  };
}
