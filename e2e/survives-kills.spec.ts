import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Photo } from '@keepsake/contracts/library/photos';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { IS_TRIAL } from './trial.ts';

let server: Awaited<ReturnType<typeof createOwnServer>>;
let authorization: string;
test.beforeAll(async () => {
  server = await createOwnServer({ DEMO: 'off' });
  await server.start();
  ({ authorization } = await createCustomerAt(server.url));
});
test.afterAll(() => server.remove());

/** A unique picture of a few megabytes. */
async function makePicture(): Promise<Buffer> {
  const raw = { width: 1200, height: 900, channels: 3 as const };
  return sharp(randomBytes(1200 * 900 * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Like `fetch`, but retries once: the first use of a connection kept alive from before a kill fails. */
const reach = (url: string, init?: RequestInit) => fetch(url, init).catch(() => fetch(url, init));

const api = (path: string) => `${server.url}/api/${path}`;
const tus = { 'tus-resumable': '1.0.0' };
const bytesType = { 'content-type': 'application/offset+octet-stream' };

test('an upload and its thumbnails survive kill -9 of the server, of the database and of both', async () => {
  test.setTimeout(400_000);
  const headers = { authorization, ...tus };
  const picture = await makePicture();
  const half = IS_TRIAL ? randomInt(1, picture.length) : Math.floor(picture.length / 2);

  const name = Buffer.from('through-the-storm.jpg').toString('base64');
  const created = await reach(api('uploads/files'), {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(picture.length), 'upload-metadata': `filename ${name}` },
  });
  const location = new URL(created.headers.get('location') ?? '', server.url).href;
  const send = (offset: number, bytes: Buffer) =>
    reach(location, {
      method: 'PATCH',
      headers: { ...headers, ...bytesType, 'upload-offset': String(offset) },
      body: Uint8Array.from(bytes),
    });
  expect((await send(0, picture.subarray(0, half))).status).toBe(204);

  await server.kill('SIGKILL');
  await server.start();
  const head = await reach(location, { method: 'HEAD', headers });
  const offset = Number(head.headers.get('upload-offset'));
  expect(offset).toBeLessThanOrEqual(half);
  expect((await send(offset, picture.subarray(offset))).status).toBe(204);
  const commit = () =>
    reach(api(`uploads/uploads/${location.split('/').at(-1)}/commit`), {
      method: 'POST',
      headers: { authorization },
    });
  const saved = (await (await commit()).json()) as { photo: Photo };

  await server.kill('SIGKILL');
  await server.killDatabase();
  await server.start();
  const repeated = (await (await commit()).json()) as { photo: Photo };
  expect(repeated.photo.imageId).toBe(saved.photo.imageId);

  const read = async () => {
    const answer = await reach(api(`photo-management/photos/${saved.photo.imageId}`), {
      headers: { authorization },
    });
    return answer.ok ? ((await answer.json()) as Photo) : null;
  };
  await expect.poll(async () => (await read())?.thumbnailState, { timeout: 150_000 }).toBe('success');
  const { untouchedUrl } = (await read()) as Photo;
  await server.killDatabase();
  const downloadedHash = async () => sha256(await (await reach(server.url + untouchedUrl)).bytes());
  await expect.poll(downloadedHash, { timeout: 60_000 }).toBe(sha256(picture));
  await expect.poll(async () => (await read())?.imageId, { timeout: 60_000 }).toBe(saved.photo.imageId);

  const count = async () =>
    (await reach(api('photo-management/users'), { headers: { authorization } })).json();
  await expect.poll(count).toEqual({ photosCount: 1 });
});

test('a stop signal drains the server and leaves no process behind', async () => {
  const database = await server.databasePid();
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
