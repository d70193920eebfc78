import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Album, getAlbums } from '@keepsake/contracts/library/albums';
import type { ExportSummary } from '@keepsake/contracts/library/exports';
import type { Photo, PhotoPage } from '@keepsake/contracts/library/photos';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { expect } from '@playwright/test';
import sharp from 'sharp';

type Picture = {
  content: Buffer;
  /** Address of its upload; null until the server has answered. */
  location: string | null;
  /** Null until the server has confirmed that it is saved. */
  photoId: string | null;
  deletion: 'none' | 'asked' | 'acknowledged';
};

/** The key makes repeating the request safe; the id is null until the server has answered. */
type OwnAlbum = { key: string; name: string; albumId: string | null; pictures: Set<Picture> };

/**
 * A customer who acts continuously and records what the server acknowledged, and what was requested without an answer and is
 * repeated at the end. `finish` then expects exactly that, once.
 */
export function createBusyCustomer({ url, authorization }: { url: string; authorization: string }) {
  const pictures: Picture[] = [];
  const albums: OwnAlbum[] = [];
  let failures = 0;

  async function call<Body>(method: string, path: string, body?: object, headers?: Record<string, string>) {
    const json = body && { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, ...json, ...headers },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as Body;
  }

  /** Sends the missing bytes of an upload and commits it. */
  async function save(picture: Picture) {
    picture.location ??= await createUpload(picture.content.length);
    const headers = { authorization, 'tus-resumable': '1.0.0' };
    const { location } = picture;
    const head = await fetch(location, { method: 'HEAD', headers });
    if (!head.ok) throw new Error(`HEAD ${location}: ${head.status}`);
    const offset = Number(head.headers.get('upload-offset'));
    if (offset < picture.content.length) {
      const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const body = Uint8Array.from(picture.content.subarray(offset));
      const sent = await fetch(location, { method: 'PATCH', headers: { ...headers, ...part }, body });
      if (!sent.ok) throw new Error(`PATCH ${location}: ${sent.status} ${await sent.text()}`);
    }
    const commit = `/uploads/uploads/${location.split('/').at(-1)}/commit`;
    picture.photoId = (await call<{ photo: Photo }>('POST', commit)).photo.imageId;
  }
  async function createUpload(bytes: number): Promise<string> {
    const name = Buffer.from(`${randomUUID()}.jpg`).toString('base64');
    const headers = { authorization, 'tus-resumable': '1.0.0', 'upload-length': String(bytes) };
    const answer = await fetch(`${url}/api/uploads/files`, {
      method: 'POST',
      headers: { ...headers, 'upload-metadata': `filename ${name}` },
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return new URL(answer.headers.get('location') ?? '', url).href;
  }
  async function remove(gone: Picture[]) {
    for (const picture of gone) picture.deletion = 'asked';
    const photoIds = gone.flatMap(({ photoId }) => photoId ?? []);
    const { failed } = await call<{ failed: string[] }>('DELETE', '/photo-management/photos', { photoIds });
    expect(failed).toEqual([]);
    for (const picture of gone) picture.deletion = 'acknowledged';
  }
  async function keepAlbum(album: OwnAlbum) {
    const { key, name, pictures: held } = album;
    const path = '/photo-management/albums';
    const keyed = { 'idempotency-key': key };
    album.albumId ??= (await call<{ albumId: string }>('POST', path, { name }, keyed)).albumId;
    const photoIds = [...held].flatMap(({ photoId }) => photoId ?? []);
    if (photoIds.length > 0) await call('POST', `${path}/${album.albumId}/photos`, { photoIds });
  }
  const requestExport = () => call('POST', '/photo-exports/backups', { channel: 'pennyfern' });

  const stored = () => pictures.filter(({ photoId, deletion }) => photoId !== null && deletion === 'none');
  async function addPicture() {
    const content = await makePicture();
    const picture: Picture = { content, location: null, photoId: null, deletion: 'none' };
    pictures.push(picture);
    await save(picture);
  }
  async function deleteSome() {
    const some = stored().filter(() => randomInt(3) === 0);
    if (some.length > 0) await remove(some);
  }
  async function makeAlbum() {
    const id = randomUUID();
    const album = { key: id, name: `Album ${id}`, albumId: null, pictures: new Set(stored().slice(-3)) };
    albums.push(album);
    await keepAlbum(album);
  }

  /** Acts until told to stop; reports each completed action. Failed actions are repeated by `finish`. */
  async function work({ isOver, onDone }: { isOver: () => boolean; onDone: () => void }) {
    const acts = [addPicture, addPicture, addPicture, deleteSome, makeAlbum, requestExport];
    const failed = () => {
      failures++;
      return waitUntilReachable(isOver);
    };
    while (!isOver()) await acts[randomInt(acts.length)]?.().then(onDone, failed);
  }
  async function waitUntilReachable(isOver: () => boolean) {
    const isReachable = async () => (await fetch(`${url}/health/live`).catch(() => null))?.ok ?? false;
    await expect
      .poll(async () => isOver() || (await isReachable()), { timeout: 120_000, intervals: [50] })
      .toBe(true);
  }

  /** Repeats all unanswered requests, expects the library to contain exactly what it must, and returns the totals. */
  async function finish() {
    await expect(async () => {
      for (const picture of pictures) if (picture.photoId === null) await save(picture);
      const requested = pictures.filter(({ deletion }) => deletion === 'asked');
      if (requested.length > 0) await remove(requested);
      for (const album of albums) await keepAlbum(album);
    }).toPass({ timeout: 60_000 });

    const expected = new Map(stored().map(({ photoId, content }) => [photoId, sha256(content)]));
    await expect(async () => {
      const { images } = await call<PhotoPage>('GET', '/photo-management/photos?limit=500');
      expect(new Set(images.map(({ imageId }) => imageId))).toEqual(new Set(expected.keys()));
      expect(images.map(({ thumbnailState }) => thumbnailState)).toEqual(images.map(() => 'success'));
      for (const { imageId, untouchedUrl } of images) {
        const original = await fetch(url + untouchedUrl);
        expect(sha256(await original.bytes())).toBe(expected.get(imageId));
      }
    }).toPass({ timeout: 90_000 });
    await expect(async () => {
      const { items } = await call<{ items: ExportSummary[] }>('GET', '/photo-exports/backups');
      expect(items.filter(({ status }) => status === 'REQUESTED' || status === 'IN_PROGRESS')).toEqual([]);
    }).toPass({ timeout: 90_000 });

    const { albums: found } = await call<ResponseOf<typeof getAlbums>>(
      'GET',
      '/photo-management/albums?limit=500',
    );
    const inAlbum = ({ pictures: held }: OwnAlbum) =>
      [...held].filter(({ deletion }) => deletion === 'none').length;
    expect(byName(found)).toEqual(
      byName(albums.map((own) => ({ albumName: own.name, photosCount: inAlbum(own) }))),
    );
    return `${pictures.length} saved, ${expected.size} left, ${albums.length} albums, ${failures} faults met`;
  }

  return { work, finish };
}

const byName = (albums: Pick<Album, 'albumName' | 'photosCount'>[]) =>
  albums.map(({ albumName, photosCount }) => `${albumName}: ${photosCount}`).sort();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A unique picture of a few hundred kilobytes. */
async function makePicture(): Promise<Buffer> {
  const [width, height] = [randomInt(100, 500), randomInt(100, 400)];
  const raw = { width, height, channels: 3 as const };
  return sharp(randomBytes(width * height * 3), { raw })
    .jpeg()
    .toBuffer();
}
