import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import type { NewPhoto } from '../modules/library/photos/add-photo.ts';
import { addPhoto, type RestoreContent } from '../modules/library/photos/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';

type Library = { db: Database; clock: { now: Date } };
type Details = Partial<Omit<NewPhoto, 'customerId'>> & {
  /** How a recently deleted one comes back; none does without it. */
  restoreContent?: RestoreContent;
};

/** Adds a photo as the commit of an upload does, without an original. */
export async function addPhotoRow(
  { db, clock }: Library,
  customerId: CustomerId,
  { restoreContent = async () => false, ...details }: Details = {},
) {
  const photo: NewPhoto = {
    customerId,
    uploadId: randomUUID(),
    fileName: 'a.jpg',
    format: 'jpeg',
    bytes: 9,
    sha256: randomBytes(32),
    crc32: 1,
    objectKey: `photos/${customerId}/${randomUUID()}`,
    takenAt: null,
    takenOffsetMinutes: null,
    createdAt: clock.now,
    timeZone: 'UTC',
    ...details,
  };
  const added = await db.transaction().execute((trx) => addPhoto(trx, photo, { restoreContent }));
  return { ...added, objectKey: photo.objectKey, sha256: photo.sha256 };
}

/** Adds a photo whose original has this content. */
export async function addStoredPhoto(
  world: Library & { objects: Pick<ObjectStore, 'putBytes'> },
  customerId: CustomerId,
  { content = randomBytes(2_000), ...details }: Details & { content?: Uint8Array } = {},
) {
  const objectKey = `photos/${customerId}/${randomUUID()}`;
  await world.objects.putBytes(objectKey, content);
  const sha256 = createHash('sha256').update(content).digest();
  const original = { objectKey, sha256, bytes: content.byteLength, crc32: crc32(content) };
  return addPhotoRow(world, customerId, { ...original, ...details });
}

/** What a camera writes into a picture, its date as '2019:07:04 16:30:00'. */
type CameraNotes = { model: string; date: string };

/** A unique picture that decodes, without a date unless a camera wrote one. */
export function newJpeg(width: number, height: number, notes?: CameraNotes): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#a0508c' } });
  const comment = { ImageDescription: randomUUID() };
  const exif = notes
    ? { IFD0: { ...comment, Model: notes.model }, IFD2: { DateTimeOriginal: notes.date } }
    : { IFD0: comment };
  return picture.withExif(exif).jpeg().toBuffer();
}

/** Unique bytes that begin like a JPEG. */
export function jpegOf(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.set([0xff, 0xd8, 0xff, 0xdb].slice(0, size));
  return bytes;
}
