import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, type Page, request } from '@playwright/test';
import { FOUR } from './albums.ts';
import { createCustomer } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

export const LAKE = 'Lake days with everyone';
const cli = path.resolve(import.meta.dirname, '../apps/server/src/cli/main.ts');
const OWNERS = [
  ...['exif.png', 'exif-before-xmp.jpg', 'xmp-original-before-digitized.jpg', 'grid-rotated-p3.heic'],
  ...['exif-subsec-offset.jpg', 'xmp-create-date.jpg', 'xmp-original.jpg', 'xmp.png'],
];

type Sharing = { baseURL: string | undefined; pageIs: 'owner' | 'participant' };

/**
 * Creates an album that its owner shares with a participant, who also contributes photos, and with a guest: new customers, and
 * an album imported with the operator's command. The page's browser belongs to one of the first two.
 */
export async function shareLakeDays(page: Page, { baseURL, pageIs }: Sharing) {
  const [other, third] = [await request.newContext({ baseURL }), await request.newContext({ baseURL })];
  const isOwner = pageIs === 'owner';
  const owner = await createMember(isOwner ? page.request : other, OWNERS);
  const participant = await createMember(isOwner ? other : page.request, FOUR);
  const guest = await createCustomer(third);
  const albumId = await importAlbum({
    name: LAKE,
    owner: owner.email,
    participants: [participant.email, guest.email],
    photos: [...owner.photos, ...participant.photos],
  });
  for (const stranger of [other, third]) await stranger.dispose();
  return { owner, participant, albumId };
}

/** A new customer with photos, named as in an album's file. */
async function createMember(asking: APIRequestContext, names: readonly string[]) {
  const member = await createCustomer(asking);
  const { email, authorization } = member;
  const as = { asking, authorization };
  const photos = await uploadPhotos(as, await readPictures(names));
  await expectThumbnails(as, photos);
  return { ...member, photos: photos.map(({ imageId: id }) => ({ id, owner: email })) };
}

/** Imports an album and returns its id. */
async function importAlbum(album: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-shared-'));
  const file = path.join(folder, 'albums.json');
  const id = randomUUID();
  await writeFile(file, JSON.stringify({ albums: [{ id, ...album }] }));
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  await promisify(execFile)(process.execPath, [cli, 'import-shared-albums', file], { env });
  await rm(folder, { recursive: true });
  return id;
}
