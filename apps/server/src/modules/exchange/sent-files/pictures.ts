import type { CustomerId } from '@keepsake/contracts/platform/ids';
import {
  COVER_SIZES,
  LARGE_SIZE,
  PAGE_PICTURE_SIZES,
  PHOTO_LIMITS,
  type PictureSize,
} from '@keepsake/contracts/platform/limits';
import type { FastifyReply } from 'fastify';
import { ImageError, type ImageErrorCode, type ProcessedImage } from '../../../platform/images/image.ts';
import { ObjectNotFound, type ObjectStore } from '../../../platform/objects/object-store.ts';
import type { FileWriter } from '../../../platform/objects/pending-objects.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import type { Received } from './receive.ts';

/** The stored sizes of pictures, by purpose. */
const SIZES = { thumbnail: COVER_SIZES, page: PAGE_PICTURE_SIZES } as const;
type PicturePurpose = keyof typeof SIZES;

const keyOf = (objectKey: string, size: PictureSize) => `${objectKey}.${size}.jpg`;
export const isPicture = (purpose: string): purpose is PicturePurpose => Object.hasOwn(SIZES, purpose);

/** The objects that make up a file. */
export const keysOf = ({ purpose, objectKey }: { purpose: string; objectKey: string }): string[] =>
  isPicture(purpose) ? SIZES[purpose].map((size) => keyOf(objectKey, size)) : [objectKey];

/** Whether the store has all of a file; a lost one is accepted when it is sent again. */
export async function isStored(
  objects: Pick<ObjectStore, 'size'>,
  file: { purpose: string; objectKey: string },
): Promise<boolean> {
  const sizes = await Promise.all(keysOf(file).map((key) => objects.size(key)));
  return sizes.every((size) => size !== null);
}

/** Details for pictures that are valid in principle but cannot be stored. */
const REFUSED: Partial<Record<ImageErrorCode, string>> = {
  TRUNCATED: 'This picture is damaged, or a part of it is missing',
  TOO_LARGE: `This picture has more than ${PHOTO_LIMITS.megapixels} megapixels`,
  TOO_HEAVY:
    'This picture is too large for its form: it may be progressive or interlaced. Send a baseline JPEG or a smaller picture',
  UNSUPPORTED_FORMAT: 'This kind of picture is not supported',
};

type Stored = { customerId: CustomerId; objectKey: string; purpose: PicturePurpose };

/** What a row keeps of a picture. */
export type StoredPicture = Pick<ProcessedImage, 'width' | 'height' | 'thumbhash'>;
type StoreDeps = Pick<Deps, 'images'> & { writer: Pick<FileWriter, 'addFile'> };

/** Decodes a picture sent by a service and stores only the decoder's output. Throws `not-a-photo` and `unavailable`. */
export async function storePicture(
  { images, writer }: StoreDeps,
  { file, folder }: Received,
  { customerId, objectKey, purpose }: Stored,
): Promise<StoredPicture> {
  const source = { owner: customerId, path: file, outputDirectory: folder, isLarge: purpose === 'page' };
  const image = await images.process(source).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error;
    if (error.isRetryable) throw new Problem('unavailable', { cause: error });
    throw new Problem('not-a-photo', { detail: REFUSED[error.code], cause: error });
  });
  for (const size of SIZES[purpose]) {
    const written = size === LARGE_SIZE ? image.large : image.thumbnails[size];
    if (!written) throw new Error('The decoder wrote no large picture');
    await writer.addFile(keyOf(objectKey, size), written.path);
  }
  return image;
}

type Shown = { objectKey: string; variant: string; purpose?: PicturePurpose };

/** Sends a picture in the size named by the address; throws `not-found` for any other. */
export async function sendPicture(
  reply: FastifyReply,
  objects: Pick<ObjectStore, 'read'>,
  { objectKey, variant, purpose = 'thumbnail' }: Shown,
): Promise<FastifyReply> {
  const size = SIZES[purpose].find((existing) => String(existing) === variant);
  if (!size) throw new Problem('not-found');
  try {
    return reply.type('image/jpeg').send(await objects.read(keyOf(objectKey, size)));
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
    throw error;
  }
}
