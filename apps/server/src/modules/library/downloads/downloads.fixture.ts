import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Download, ProblemBody, PushMessage } from '@keepsake/contracts';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import { runJobs } from '../../../platform/jobs/run-jobs.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { createPushHub } from '../../../platform/push.ts';
import { createMediaSigner } from '../../../platform/signed-urls.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { createTestTokens } from '../../../platform/testing/test-tokens.ts';
import { addPhoto } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { createDownloads } from './index.ts';

type AnyBody = Required<ProblemBody> & { items: Download[]; url: string; id: string };

/** The downloads module with its jobs, on a database, a folder and a port of its own. */
export async function startDownloads() {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-downloads-'));
  const log = pino({ level: 'silent' });
  const { db, pool, close } = openDatabase({ url: database.url, maxConnections: 8, log });
  const objects = createObjectStore({ storageUrl: null, dataDir });
  const tokens = await createTestTokens();
  const hub = await createPushHub({ url: database.url, log });
  const clock = { now: new Date('2026-06-15T10:00:00Z') };
  const shared = { find: (async () => null) as Deps['findSharedAlbum'] };
  const downloads = createDownloads({
    db,
    objects,
    signer: createMediaSigner({ secret: 'a secret of the tests', baseUrl: '' }),
    clock: () => clock.now,
    log,
    findSharedAlbum: (...asked) => shared.find(...asked),
  });
  const http = await createServer({
    log,
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 100_000,
  });
  mountRoutes(http, downloads.routes, tokens.verifyToken);
  downloads.mount(http);
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  const jobs = await runJobs({ db, pool, tasks: downloads.tasks, crontab: '', concurrency: 1, log });

  return {
    db,
    objects,
    clock,
    shared,
    address,
    async call(customerId: string, method: string, url: string, body?: object) {
      const authorization = `Bearer ${await tokens.tokenFor(customerId)}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${address}/api/downloads${url}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as AnyBody };
    },
    /** Adds a photo of these bytes; gives its id and the key of its original. */
    async add(userId: string, fileName: string, content = randomBytes(3_000)) {
      const objectKey = `photos/${userId}/${randomUUID()}`;
      await objects.putBytes(objectKey, content);
      const sha256 = createHash('sha256').update(content).digest();
      const facts = { bytes: content.length, sha256, crc32: crc32(content), format: 'jpeg' as const };
      const dates = { takenAt: '2020-02-29T23:59:58', takenOffsetMinutes: null, createdAt: clock.now };
      const photo = {
        userId,
        uploadId: randomUUID(),
        fileName,
        objectKey,
        timeZone: 'UTC',
        ...facts,
        ...dates,
      };
      const { photoId } = await db.transaction().execute((trx) => addPhoto(trx, photo));
      return { photoId, objectKey, content };
    },
    /** Push messages of a customer from now on. */
    listen(customerId: string) {
      const heard: PushMessage[] = [];
      hub.subscribe(customerId, (text) => heard.push(JSON.parse(text)));
      return heard;
    },
    async stop() {
      await http.close();
      await jobs.stop();
      await hub.close();
      await close();
      await objects.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
