import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

/** Floor for accepting a file: a plain route that writes, hashes and fsyncs the bytes. DATA_DIR is its folder. */
const folder = process.env.DATA_DIR ?? '';
const app = Fastify({ bodyLimit: 1024 ** 3 });
app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
app.post('/files', async (request) => {
  const file = path.join(folder, randomUUID());
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request.body as Readable, hashing, createWriteStream(file));
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
  return { sha256: hash.digest('hex') };
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
