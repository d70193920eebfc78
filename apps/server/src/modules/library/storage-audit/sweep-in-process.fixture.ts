import { createObjectStore } from '../../../platform/objects/storage.ts';
import { removeOrphans } from './orphans.ts';

/** A sweep in a separate process, for tests to kill. */
const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = process.env;
const objects = await createObjectStore({ storageUrl: null, dataDir });
await removeOrphans({ databaseUrl, objects, now: new Date() });
