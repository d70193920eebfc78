import { randomBytes } from 'node:crypto';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unprovenAddressesOf } from '../../../platform/testing/unproven-addresses.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const picture = () => newJpeg(1600, 1000);

async function makeThumbnails(customerId: CustomerId, photoId: string, attempt = 1) {
  await api.tasks[0]?.handle({ customerId, photoId }, { attempt, maxAttempts: 8 });
  return (await api.get(customerId, `/photos/${photoId}`)).body as Photo;
}

describe('thumbnails', () => {
  test('are made in three sizes and served by URL alone [PHO-01, PHO-02, PHO-03]', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await picture(), fileName: 'Küste.jpg' });
    const before = (await api.get(customer, `/photos/${photoId}`)).body;
    expect(before).toMatchObject({
      imageId: photoId,
      localFileName: 'Küste.jpg',
      thumbnailState: 'loading',
      thumbnails: [],
    });
    expect(before.visibleWidth).toBeUndefined();
    const photo = await makeThumbnails(customer, photoId);
    expect(photo).toMatchObject({ thumbnailState: 'success', visibleWidth: 1600, visibleHeight: 1000 });
    expect(photo.thumbnails.map(({ id, width, height }) => [id, width, height])).toEqual([
      [300, 300, 188],
      [800, 800, 500],
      [1300, 1300, 813],
    ]);
    for (const thumbnail of photo.thumbnails) {
      const answer = await fetch(api.address + thumbnail.url);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(answer.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
      const { width, height } = await sharp(await answer.bytes()).metadata();
      expect({ width, height }).toEqual({ width: thumbnail.width, height: thumbnail.height });
    }
  });

  test('have the same URL all day, so that caches keep them', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await picture() });
    api.clock.now = new Date('2026-06-15T00:00:01Z');
    const morning = await makeThumbnails(customer, photoId);
    api.clock.now = new Date('2026-06-15T23:59:59Z');
    const evening = (await api.get(customer, `/photos/${photoId}`)).body as Photo;
    expect(evening.thumbnails).toEqual(morning.thumbnails);
  });

  test('of a file that is no picture fail with the reason [PHO-08]', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: Buffer.from('no picture at all') });
    const photo = await makeThumbnails(customer, photoId);
    expect(photo).toMatchObject({ thumbnailState: 'failure', failure: 'NOT_AN_IMAGE' });
  });

  test('set the date that only a decode finds, and the month counts follow with number and size', async () => {
    const customer = newCustomerId();
    const content = await sharp(await picture())
      .withExif({ IFD2: { DateTimeOriginal: '2018:03:04 05:06:07' } })
      .toBuffer();
    const { photoId } = await api.add(customer, { content });
    expect((await api.get(customer, '/users/timeline')).body).toEqual({ 1970: { 1: 1 } });
    expect((await makeThumbnails(customer, photoId)).dateTaken).toBe('2018-03-04T05:06:07');
    expect((await api.get(customer, '/users/timeline')).body).toEqual({ 2018: { 3: 1 } });
    const { findings } = await auditStorage(api);
    expect(findings.filter(({ what }) => what.startsWith('month counts'))).toEqual([]);
  });
});

describe('a URL', () => {
  test('opens nothing if it is changed, expired or of a deleted photo', async () => {
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const { photoId } = await api.add(customer, { content: await picture() });
    const { photoId: foreign } = await api.add(other, { content: await picture() });
    const [url = ''] = (await makeThumbnails(customer, photoId)).thumbnails[0]?.url.split('?') ?? [];
    const status = async (path: string) => (await fetch(api.address + path)).status;
    expect(await status(url)).toBe(200);
    for (const changed of [
      url.replace(photoId, foreign),
      url.replace(customer, other),
      url.replace(/300$/, '301'),
      `${url}x`,
      ...unprovenAddressesOf(url),
    ]) {
      expect(await status(changed), changed).toBe(404);
    }
    api.clock.now = new Date('2026-06-17T00:00:00Z');
    expect(await status(url)).toBe(404);
  });

  test('opens nothing from the moment its photo is deleted, even if it was just opened', async () => {
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await picture() });
    const url = api.address + (await makeThumbnails(customer, photoId)).thumbnails[0]?.url;
    expect((await fetch(url)).status).toBe(200);
    await api.db.deleteFrom('photos').where('id', '=', photoId).execute();
    await expect.poll(async () => (await fetch(url)).status).toBe(404);
  });

  test('serves the original as an attachment with its name, whole or in part', async () => {
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const customer = newCustomerId();
    const content = await picture();
    const { photoId } = await api.add(customer, { content, fileName: 'Größe "1".jpg' });
    const { untouchedUrl } = (await api.get(customer, `/photos/${photoId}`)).body as Photo;
    const whole = await fetch(api.address + untouchedUrl);
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr??e \\"1\\".jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.jpg`,
    );
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await whole.bytes()).equals(content)).toBe(true);
    const part = await fetch(api.address + untouchedUrl, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${content.length}`);
    expect(Buffer.from(await part.bytes()).equals(content.subarray(100, 200))).toBe(true);
    const beyond = await fetch(api.address + untouchedUrl, {
      headers: { range: `bytes=${content.length}-` },
    });
    expect(beyond.status).toBe(416);
  });

  test.each([
    ['cut short', (content: Buffer) => content.subarray(0, 200_000)],
    ['too long', (content: Buffer) => Buffer.concat([content, content])],
  ])('breaks off at once if the original is %s', async (_what, damage) => {
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const customer = newCustomerId();
    const content = randomBytes(400_000);
    const { photoId, objectKey } = await api.add(customer, { content });
    const { untouchedUrl } = (await api.get(customer, `/photos/${photoId}`)).body as Photo;
    await api.objects.putBytes(objectKey, damage(content));
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(api.address + untouchedUrl, { signal });
    await expect(answer.bytes()).rejects.toThrow('terminated');
    expect(signal.aborted).toBe(false);
  });

  test('serves a damaged original as it is: it may be all that a customer has', async () => {
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const customer = newCustomerId();
    const content = randomBytes(4_000);
    const { photoId, objectKey } = await api.add(customer, { content });
    const damaged = Buffer.from(content).fill(0, 1_000, 1_100);
    await api.objects.putBytes(objectKey, damaged);
    await api.db.updateTable('photos').set({ is_damaged: true }).where('id', '=', photoId).execute();
    const { untouchedUrl } = (await api.get(customer, `/photos/${photoId}`)).body as Photo;
    const answer = await fetch(api.address + untouchedUrl);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await answer.bytes()).equals(damaged)).toBe(true);
  });

  test.each([
    ['has fewer bytes', 200_000],
    ['is empty', 0],
  ])('also breaks off if the original %s and lacks all requested bytes', async (_what, bytes) => {
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const customer = newCustomerId();
    const content = randomBytes(400_000);
    const { photoId, objectKey } = await api.add(customer, { content });
    const { untouchedUrl } = (await api.get(customer, `/photos/${photoId}`)).body as Photo;
    await api.objects.putBytes(objectKey, content.subarray(0, bytes));
    const rest = await fetch(api.address + untouchedUrl, { headers: { range: 'bytes=300000-' } });
    expect(rest.status).toBe(206);
    await expect(rest.bytes()).rejects.toThrow('terminated');
  });
});
