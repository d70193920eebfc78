import path from 'node:path';
import fastifyStatic from '@fastify/static';
import pino from 'pino';
import type { ArchiveEntry } from '../../apps/server/src/platform/archive/archive-entry.ts';
import { planArchive } from '../../apps/server/src/platform/archive/plan-archive.ts';
import { serveArchive } from '../../apps/server/src/platform/archive/serve-archive.ts';
import { createServer } from '../../apps/server/src/platform/http/create-server.ts';
import { mountFor } from '../../apps/server/src/platform/http/route-access.ts';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';

/** A server with archives of one photo repeated many times, and with plain files. DATA_DIR is its store. */
const dataDir = process.env.DATA_DIR ?? '';
const photo = JSON.parse(process.env.PHOTO ?? '') as ArchiveEntry;
const objects = await createObjectStore({ storageUrl: null, dataDir });
const app = await createServer({
  log: pino({ level: 'warn' }),
  trustProxy: null,
  policySources: { connectOrigins: [], secureTransport: false },
  requestsPerMinute: 1_000_000,
});
app.get('/archives/:count', { config: { access: 'public' } }, async (request, reply) => {
  const length = Number((request.params as { count: string }).count);
  // Planned anew for each request, as by a node that did not serve the previous one.
  const plan = planArchive(Array.from({ length }, (_, index) => ({ ...photo, name: `${index}.jpg` })));
  return serveArchive(request, reply, { plan, fileName: 'bench.zip', modifiedAt: new Date(0), objects });
});
await mountFor(app, 'public', (scope) =>
  scope.register(fastifyStatic, { root: path.join(dataDir, 'objects'), prefix: '/files/' }),
);
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
