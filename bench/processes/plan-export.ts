import { once } from 'node:events';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { createExports } from '../../apps/server/src/modules/library/exports/index.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { createMediaSigner } from '../../apps/server/src/platform/signed-urls.ts';

export type Planned = { seconds: number; chunks: number };

/** A worker process that plans one library on request and reports how long it took. */
const { DATABASE_URL = '', CUSTOMER_ID } = process.env;
const customerId = customerIdSchema.parse(CUSTOMER_ID);
const log = pino({ level: 'warn' });
const { db } = openDatabase({ url: DATABASE_URL, maxConnections: 2, log });
const { requestExport, tasks } = createExports({
  db,
  objects: await createObjectStore({ storageUrl: null, dataDir: '/nowhere' }),
  signer: createMediaSigner({ secret: 'bench', baseUrl: '' }),
  clock: () => new Date(),
  log,
  publicUrl: 'http://localhost',
  chunkBytes: 2 * 1024 ** 3,
  exportsPerDay: 2,
  presentPhotos: async () => [],
  isLibraryHidden: async () => false,
});
await db
  .transaction()
  .execute((trx) => requestExport(trx, { customerId, channel: 'pennyfern', reason: 'customer' }));
const { id } = await db
  .selectFrom('photo_exports')
  .select('id')
  .where('user_id', '=', customerId)
  .executeTakeFirstOrThrow();
process.send?.('ready');
await once(process, 'message');
const started = performance.now();
await tasks?.[0]?.handle({ customerId, exportId: id }, { attempt: 1, maxAttempts: 1 });
const seconds = (performance.now() - started) / 1_000;
const chunks = await db
  .selectFrom('photo_export_chunks')
  .select('iteration')
  .where('export_id', '=', id)
  .execute();
process.send?.({ seconds, chunks: chunks.length } satisfies Planned);
