import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProcessorWith } from '../../../platform/images/image-processor.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { fromStoredNames } from '../../../platform/stored-names.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { makeThumbnailsTask } from './make-thumbnails.ts';
import { prioritizeThumbnails } from './photo-jobs.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

// A new decoder is started for each that is lost.
vi.setConfig({ testTimeout: 90_000 });

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const DECODERS = path.join(import.meta.dirname, '../../../platform/images');
/** A decoder that fails on files whose end names a fault. */
const FAULTY = pathToFileURL(path.join(DECODERS, 'testing/misbehaving-decoder.ts'));
const SOUND = pathToFileURL(path.join(DECODERS, 'decoder/main.ts'));

/** The job with another decoder. */
function taskWith(entry: URL, program?: string) {
  const clock = () => api.clock.now;
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) });
  const limits = { workers: 1, timeoutMs: 25_000, memoryLimitMb: 700 };
  const images = createProcessorWith(entry, { ...limits, log, clock, program });
  const task = makeThumbnailsTask({
    ...api,
    log,
    clock,
    images,
    updateInAlbums: async () => undefined,
    saveMeasures: async () => undefined,
  });
  return { handle: task.handle, close: images.close, logged };
}

const picture = async (end = '') => Buffer.concat([await newJpeg(400, 300), Buffer.from(`\n${end}`)]);
const jobOf = async (photoId: string) => {
  const { rows } = await api.pool.query(
    'select payload, priority, run_at from graphile_worker._private_jobs where key = $1',
    [`thumbnails:${photoId}`],
  );
  return rows[0];
};
const stateOf = async (customerId: CustomerId, photoId: string) =>
  (await api.get(customerId, `/photos/${photoId}`)).body as Photo;

test('a photo that kills its decoders waits behind all others, and is shown as failed after three', async () => {
  const customerId = newCustomerId();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
  const { photoId } = await api.add(customerId, { content: await picture('killed.jpg') });
  const task = taskWith(FAULTY);
  for (const losses of [1, 2]) {
    await task.handle(fromStoredNames((await jobOf(photoId)).payload), { attempt: 1, maxAttempts: 8 });
    await prioritizeThumbnails(api.db, [photoId]);
    expect(await jobOf(photoId)).toMatchObject({
      payload: { losses },
      priority: PRIORITY.repeated,
      run_at: new Date('2026-06-15T10:00:05Z'),
    });
    expect(await stateOf(customerId, photoId)).toMatchObject({ thumbnailState: 'loading' });
  }
  await task.handle(fromStoredNames((await jobOf(photoId)).payload), { attempt: 1, maxAttempts: 8 });
  expect(await stateOf(customerId, photoId)).toMatchObject({
    thumbnailState: 'failure',
    failure: 'DECODER_CRASHED',
  });
  await task.close();
});

test.each([
  ['does not start', '/nowhere/node'],
  ['exits at once', '/usr/bin/true'],
  ['writes nonsense', '/bin/echo'],
])('a photo waits while the decoder itself %s, and is shown once that works', async (_, program) => {
  const customerId = newCustomerId();
  const { photoId } = await api.add(customerId, { content: await picture() });
  const broken = taskWith(SOUND, program);
  for (let round = 0; round < 7; round++) {
    await broken.handle(fromStoredNames((await jobOf(photoId)).payload), { attempt: 8, maxAttempts: 8 });
    expect(await stateOf(customerId, photoId)).toMatchObject({ thumbnailState: 'loading' });
  }
  expect((await jobOf(photoId)).payload).toMatchObject({ round: 1 });
  expect(broken.logged.join('')).toContain('the image decoders do not work: photos wait');
  await broken.close();
  const repaired = taskWith(SOUND);
  await repaired.handle(fromStoredNames((await jobOf(photoId)).payload), { attempt: 1, maxAttempts: 8 });
  expect(await stateOf(customerId, photoId)).toMatchObject({ thumbnailState: 'success' });
  await repaired.close();
});
