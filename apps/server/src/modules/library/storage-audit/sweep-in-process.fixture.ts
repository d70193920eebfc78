import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { removeOrphans } from './orphans.ts';

/** A sweep in a separate process, for tests to kill. */
const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = process.env;
const objects = await createObjectStore({ storageUrl: null, dataDir });
const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 1, log: pino({ level: 'silent' }) });
await removeOrphans({ db, databaseUrl, objects, now: new Date(), maxOrphans: (stored) => stored });
await close();
