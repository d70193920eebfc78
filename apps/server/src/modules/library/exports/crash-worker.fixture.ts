import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { createTestDeps } from './exports-deps.fixture.ts';
import { createExports } from './index.ts';

/** A worker process that plans an export and kills itself after its n-th query. */
const { DATABASE_URL = '', DATA_DIR = '', PAYLOAD = '', KILL_AFTER, CHUNK_BYTES, NOW = '' } = process.env;
const log = pino({ level: 'silent' });
const { db: plain } = openDatabase({ url: DATABASE_URL, maxConnections: 3, log });

let queries = 0;
const db = plain.withPlugin({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    queries++;
    if (queries === Number(KILL_AFTER)) process.kill(process.pid, 'SIGKILL');
    return result;
  },
});
const objects = await createObjectStore({ storageUrl: null, dataDir: DATA_DIR });
const deps = createTestDeps({ db, objects, clock: () => new Date(NOW), chunkBytes: Number(CHUNK_BYTES) });
const [task] = createExports(deps).tasks ?? [];
await task?.handle(JSON.parse(PAYLOAD), { attempt: 1, maxAttempts: 8 });
// After the job committed, before its end is recorded.
process.exit(0);
