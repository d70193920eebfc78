import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportsWorld, startExports } from './exports.fixture.ts';
import { unzipAll } from './testing/unzip-all.ts';

let world: ExportsWorld;
beforeAll(async () => {
  world = await startExports();
});
afterAll(() => world.stop());

async function makeLibrary() {
  const customerId = await world.addCustomer();
  const stored = await world.add(customerId, { name: 'stored.jpg', content: randomBytes(300_000) });
  const gone = await world.add(customerId, { name: 'gone.jpg', content: randomBytes(200_000) });
  const { backupId, chunks } = await world.makeReady(customerId);
  return { customerId, stored, gone, backupId, size: chunks[0]?.size ?? 0 };
}
const sizeOf = async (customerId: CustomerId, backupId: string) =>
  (await world.call(customerId, 'GET', `/backups/${backupId}`)).body.chunks[0]?.size;

describe('a photo that was deleted after its export was made', () => {
  test('is no longer in it, and is named with the reason', async () => {
    const { customerId, stored, gone, backupId, size } = await makeLibrary();
    await world.deletePhotos(customerId, [gone.photoId]);
    expect((await world.call(customerId, 'GET', `/backups/${backupId}`)).body.missing).toBe(1);
    const { file, bytes } = await world.download(customerId, backupId, 0);
    expect(bytes).toBeLessThan(size - 199_000);
    expect(await sizeOf(customerId, backupId)).toBe(bytes);
    const { photos, manifests, lists } = unzipAll([file]);
    expect(photos).toEqual({ '2020/02/stored.jpg': stored.sha256 });
    expect(manifests[0]?.notIncluded).toEqual([{ file: '2020/02/gone.jpg', reason: 'deleted' }]);
    expect(lists[0]).toContain('- 2020/02/gone.jpg: deleted from your library after the export was made');
  });

  test('changes its zip: a download in progress starts over and never mixes both', async () => {
    const { customerId, gone, backupId } = await makeLibrary();
    const { url, answer, bytes } = await world.download(customerId, backupId, 0);
    const etag = answer.headers.get('etag') ?? '';
    const resume = (headers: Record<string, string>) =>
      fetch(url, { headers: { range: 'bytes=100000-', ...headers } });
    const before = await resume({ 'if-range': etag });
    expect([before.status, before.headers.get('content-length')]).toEqual([206, String(bytes - 100_000)]);
    expect((await resume({})).status).toBe(206);
    await world.deletePhotos(customerId, [gone.photoId]);
    for (const headers of [{ 'if-range': etag }, {}] as Record<string, string>[]) {
      const after = await resume(headers);
      expect(after.status).toBe(200);
      expect(after.headers.get('etag')).not.toBe(etag);
      expect(Number(after.headers.get('content-length'))).toBe((await after.arrayBuffer()).byteLength);
    }
    const tag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect((await resume({ 'if-range': tag })).status).toBe(206);
  });

  test('leaves a zip that says so even if all are deleted', async () => {
    const { customerId, stored, gone, backupId } = await makeLibrary();
    await world.deletePhotos(customerId, [stored.photoId, gone.photoId]);
    const { photos, manifests } = unzipAll([(await world.download(customerId, backupId, 0)).file]);
    expect(photos).toEqual({});
    expect(manifests[0]?.notIncluded).toHaveLength(2);
  });
});

describe('a photo whose file is lost or damaged', () => {
  test.each([
    ['missing', (key: string) => world.objects.remove([key])],
    ['damaged', (key: string) => writeFile(path.join(world.dataDir, 'objects', key), 'short')],
  ])('is reported as %s when the zip is requested, and the others are included', async (reason, harm) => {
    const { customerId, stored, gone, backupId } = await makeLibrary();
    await harm(gone.objectKey);
    const { file, bytes } = await world.download(customerId, backupId, 0);
    const { photos, manifests } = unzipAll([file]);
    expect(photos).toEqual({ '2020/02/stored.jpg': stored.sha256 });
    expect(manifests[0]?.notIncluded).toEqual([{ file: '2020/02/gone.jpg', reason }]);
    expect(await sizeOf(customerId, backupId)).toBe(bytes);
  });

  test('is left out of a zip while it is known to be damaged though of the right size, also if found in the meantime', async () => {
    const { customerId, stored, gone, backupId, size } = await makeLibrary();
    const note = (isDamaged: boolean) =>
      world.db.updateTable('photos').set({ is_damaged: isDamaged }).where('id', '=', gone.photoId).execute();
    const { url } = await world.download(customerId, backupId, 0);
    await note(true);
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBeLessThan(size - 199_000);
    const { photos, manifests } = unzipAll([(await world.download(customerId, backupId, 0)).file]);
    expect(photos).toEqual({ '2020/02/stored.jpg': stored.sha256 });
    expect(manifests[0]?.notIncluded).toEqual([{ file: '2020/02/gone.jpg', reason: 'damaged' }]);
    expect((await world.call(customerId, 'GET', `/backups/${backupId}`)).body.missing).toBe(1);
    await note(false);
    expect((await world.download(customerId, backupId, 0)).bytes).toBe(size);
  });

  test('breaks off a download in progress, so that it does not look complete; requested again, it is reported', async () => {
    const { customerId, gone, backupId, size } = await makeLibrary();
    const { url } = await world.download(customerId, backupId, 0);
    await world.objects.remove([gone.objectKey]);
    const answer = await fetch(url);
    expect(answer.headers.get('content-length')).toBe(String(size));
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    const { manifests } = unzipAll([(await world.download(customerId, backupId, 0)).file]);
    expect(manifests[0]?.notIncluded).toHaveLength(1);
  });

  test('is in its zip again once restored', async () => {
    const { customerId, gone, backupId, size } = await makeLibrary();
    await world.objects.remove([gone.objectKey]);
    await world.download(customerId, backupId, 0);
    await world.objects.putBytes(gone.objectKey, randomBytes(200_000));
    expect((await world.download(customerId, backupId, 0)).bytes).toBe(size);
  });
});
