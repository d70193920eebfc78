import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createImageProcessor } from '../../../platform/images/image-processor.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { measurePhotosTask } from './measure-photos.ts';

/** A worker process that measures photos and kills itself while it measures the n-th. */
const { DATABASE_URL = '', DATA_DIR = '', KILL_AT, NOW = '' } = process.env;
const log = pino({ level: 'silent' });
const { db } = openDatabase({ url: DATABASE_URL, maxConnections: 2, log });
const objects = await createObjectStore({ storageUrl: null, dataDir: DATA_DIR });
const clock = () => new Date(NOW);
const images = createImageProcessor({ workers: 1, timeoutMs: 20_000, memoryLimitMb: 700, log, clock });

let measured = 0;
const task = measurePhotosTask({
  db,
  objects,
  clock,
  log,
  dataDir: DATA_DIR,
  images: {
    ...images,
    measure(source) {
      if (++measured === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
      return images.measure(source);
    },
  },
});
// A turn may end before it comes to that photo; each begins anew and passes what was measured.
for (;;) await task.handle({}, { attempt: 1, maxAttempts: 8 });
