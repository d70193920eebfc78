import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { getSharedAlbumPhotos } from '@keepsake/contracts/library/shared-albums';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { createCall } from '../../../testing/call-api.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../../../testing/start-installation.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());

const picture = path.resolve(import.meta.dirname, '../../../platform/images/fixtures/exif-original.jpg');

/** The names of files in a zip, from its local headers. */
async function namesIn(url: string): Promise<string[]> {
  const zip = Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1');
  return [...zip.matchAll(/holiday\.[a-z]+/g)].map(([name]) => name);
}

test('everything that leaves the library has the extension of its content: originals, zips, exports, shared albums', async () => {
  const [node] = installation.nodes;
  if (!node) throw new Error('there is no node');
  const { address, connection } = node;
  const call = createCall({ address, tokenFor: installation.tokenFor });
  const anna = newCustomerId();
  const get = async <Body>(url: string) => (await call<Body>(anna, 'GET', url)).body;
  await node.uploads.addFile({ customerId: anna, fileName: 'holiday.hta', content: await readFile(picture) });
  const [photo] = (await get<{ images: Photo[] }>('/photo-management/photos')).images;
  expect(photo?.localFileName).toBe('holiday.jpg');
  const photos = [photo?.imageId];

  const id = randomUUID();
  await call(anna, 'POST', '/downloads/downloads', { id, name: 'Summer', photos });
  const zip = () => get<{ url?: string }>(`/downloads/downloads/${id}/url`);
  await expect.poll(async () => (await zip()).url).toBeDefined();
  expect(new Set(await namesIn(address + (await zip()).url))).toEqual(new Set(['holiday.jpg']));

  const wanted = { channel: 'pennyfern' };
  const { backupId } = (await call<{ backupId: string }>(anna, 'POST', '/photo-exports/backups', wanted))
    .body;
  const chunk = () => get<{ url?: string }>(`/photo-exports/backups/${backupId}/chunks/0/url`);
  await expect.poll(async () => (await chunk()).url).toBeDefined();
  expect(new Set(await namesIn(address + (await chunk()).url))).toEqual(new Set(['holiday.jpg']));

  const { albumId } = (
    await call<{ albumId: string }>(anna, 'POST', '/photo-management/albums', { name: 'A' })
  ).body;
  await call(anna, 'POST', `/photo-management/albums/${albumId}/photos`, { photoIds: photos });
  await connection.db.updateTable('albums').set({ is_shared: true }).where('id', '=', albumId).execute();
  const shared = await get<ResponseOf<typeof getSharedAlbumPhotos>>(
    `/shared-albums/shared-albums/${albumId}/photos`,
  );
  for (const url of [photo?.untouchedUrl, shared.images[0]?.untouchedUrl]) {
    const answer = await fetch(`${address}${url}`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=holiday.jpg');
    await answer.body?.cancel();
  }
});

test('earlier photos get their extension; those with the right one keep their name', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const names = [
    ['jpeg', 'a.HTA', 'a.jpg'],
    ['jpeg', 'b.JPEG', 'b.JPEG'],
    ['heic', 'c.jpg.exe', 'c.jpg.heic'],
    ['heic', 'd.heic.exe', 'd.heic'],
    ['png', 'Holiday 1.2', 'Holiday 1.2.png'],
  ];
  for (const [format, name] of names) {
    await client.query(
      `insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, created_at,
         upload_end, created_order)
       values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, $2, 1, sha256(convert_to($1, 'utf8')), 1,
         'key', now(), now(), now())`,
      [name, format],
    );
  }
  const folder = path.resolve(import.meta.dirname, '../../../migrations');
  const file = (await readdir(folder)).find((name) => name.endsWith('-extensions.sql')) ?? '';
  await client.query(await readFile(path.join(folder, file), 'utf8'));
  const { rows } = await client.query('select file_name from photos order by file_name');
  expect(rows.map((row) => row.file_name)).toEqual(names.map(([, , named]) => named).sort());
  await client.end();
  await database.drop();
});
