import type { Logger } from 'pino';
import { type Clock, MINUTE_MS } from './clock.ts';
import { type Database, openDatabase } from './database/database.ts';
import { notifyThrough } from './database/echo.ts';
import { openListener } from './database/listen.ts';
import { openReplica } from './database/replica.ts';
import { createImageProcessor } from './images/image-processor.ts';
import { readLatestBeat } from './jobs/heartbeat.ts';
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
    database: { maxConnections: number; directUrl?: string | null; replicaUrl?: string | null };
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
  const { settings, log, securityLines = log, clock, machineClock, isAlone = false } = options;
  const { connection, replica, directUrl } = openDatabases(options);
  const { db } = connection;
  const secrets = await openSecrets(db, settings);
  const objects = await openObjectStore({ ...settings, log }, db);
  await requireStorage(objects);
  const journal = await openJournal({ objects, secrets, machineClock });
  const watching = await watchDisk({ room: objects.room, dataDir: settings.dataDir, log });
  const sweeping = await sweepScratch({ dataDir: settings.dataDir, isAlone, log, clock: machineClock });
  const workers = settings.jobConcurrency;
  const images = createImageProcessor({ workers, timeoutMs: MINUTE_MS, memoryLimitMb: 700, log, clock });
  const listener = await openListener({ url: directUrl, notify: notifyThrough(db), log });
  const hub = await createPushHub(listener);
  const keyed = await openKeyed(secrets, { db, clock, securityLines });
  return {
    directUrl,
    log,
    clock,
    machineClock,
    connection,
    db,
    fromReplica: replica.fromReplica,
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
      await Promise.all([connection.close(), replica.close()]);
    },
  };
}

/** The database, its replica, and its address without a pooler, for what needs a connection of its own. */
function openDatabases({ settings, databaseUrl, machineClock, log }: Options) {
  const { maxConnections, directUrl = null, replicaUrl = null } = settings.database;
  const connection = openDatabase({ url: databaseUrl, directUrl, maxConnections, log });
  const replica = openReplica({
    url: replicaUrl,
    isPooled: directUrl !== null,
    primary: connection.db,
    readLatestBeat,
    clock: machineClock,
    log,
  });
  return { connection, replica, directUrl: directUrl ?? databaseUrl };
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
