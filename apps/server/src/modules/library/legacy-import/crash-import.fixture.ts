import pino from 'pino';
import { createApp } from '../../../app.ts';
import { readConfig } from '../../../config/config.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { createLegacyImport } from './index.ts';

/** A separate worker process that imports and kills itself when the second upload reaches a step. */
const { DATABASE_URL = '', DATA_DIR = '', SECRETS_KEY, KILL_AT = '', CUSTOMER = '' } = process.env;
const log = pino({ level: 'silent' });
const config = readConfig({
  DATABASE_URL,
  DATA_DIR,
  SECRETS_KEY,
  ROLE: 'web',
  LOG_LEVEL: 'silent',
  DEMO: 'off',
});
const app = await createApp({ config, databaseUrl: DATABASE_URL, log, webFolder: null });
const objects = await createObjectStore({ storageUrl: null, dataDir: DATA_DIR });

const times = new Map<string, number>();
function reach(step: string): void {
  times.set(step, (times.get(step) ?? 0) + 1);
  if (step === KILL_AT && times.get(step) === 2) process.kill(process.pid, 'SIGKILL');
}

const { tasks } = createLegacyImport({
  db: app.connection.db,
  clock: () => new Date(),
  log,
  isLibraryBeingDeleted: async () => false,
  isAccountDeleted: async () => false,
  objects: {
    ...objects,
    async read(key) {
      reach('read');
      return await objects.read(key);
    },
    async remove(keys) {
      reach('committed');
      await objects.remove(keys);
      reach('removed');
      return true;
    },
  },
  async addFile({ onCommit, ...file }) {
    return await app.uploads.addFile({
      ...file,
      async onCommit(trx, saved) {
        reach('adding');
        await onCommit?.(trx, saved);
        reach('noted');
      },
    });
  },
});
await tasks?.[0]?.handle({ customerId: CUSTOMER }, { attempt: 1, maxAttempts: 8 });
process.exit(0);
