import { randomUUID } from 'node:crypto';
import type { Photo } from '@keepsake/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImageProcessor } from '../../../platform/images/image-processor.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { makeThumbnailsTask } from './make-thumbnails.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { prioritizeThumbnails } from './thumbnail-jobs.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

/** The job with decoders that nothing is fast enough for. */
function hurriedTask() {
  const clock = () => api.clock.now;
  const images = createImageProcessor({
    workers: 1,
    timeoutMs: 1,
    memoryLimitMb: 700,
    log: { warn: () => {} },
    clock,
  });
  const task = makeThumbnailsTask({ ...api, clock, images, updateInAlbums: async () => undefined });
  return { handle: task.handle, close: images.close };
}

it('a photo that takes its decoders down waits behind all others, and is shown as failed after three', async () => {
  const userId = randomUUID();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
  const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { photoId } = await api.add(userId, { content });
  const task = hurriedTask();
  const jobOf = async () => {
    const { rows } = await api.pool.query(
      'select payload, priority, run_at from graphile_worker._private_jobs where key = $1',
      [`thumbnails:${photoId}`],
    );
    return rows[0];
  };
  const state = async () => (await api.get(userId, `/photos/${photoId}`)).body as Photo;
  for (const losses of [1, 2]) {
    await task.handle((await jobOf()).payload, { attempt: 1, maxAttempts: 8 });
    await prioritizeThumbnails(api.db, [photoId]);
    expect(await jobOf()).toMatchObject({
      payload: { losses },
      priority: PRIORITY.again,
      run_at: new Date('2026-06-15T10:00:05Z'),
    });
    expect(await state()).toMatchObject({ thumbnailState: 'loading' });
  }
  await task.handle((await jobOf()).payload, { attempt: 1, maxAttempts: 8 });
  expect(await state()).toMatchObject({ thumbnailState: 'failure', failure: 'TIMED_OUT' });
  await task.close();
});
