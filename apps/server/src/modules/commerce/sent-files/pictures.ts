import type { FastifyReply } from 'fastify';
import { ImageError } from '../../../platform/images/image.ts';
import { ObjectNotFound, type ObjectStore } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import type { Received } from './receive.ts';

/** Pictures of products and projects: in a list, and on a page of their own. */
const SIZES = [300, 800] as const;

const keyOf = (objectKey: string, size: (typeof SIZES)[number]) => `${objectKey}.${size}.jpg`;

/** The objects that a picture is kept as. */
export const pictureKeys = (objectKey: string): string[] => SIZES.map((size) => keyOf(objectKey, size));

/**
 * Decodes a picture that a service sent and keeps only what the decoder made of it. Throws `not-a-photo`, and `unavailable`
 * where the machine may have been at fault: the service sends it again.
 */
export async function keepPicture(
  { images, objects }: Pick<Deps, 'images' | 'objects'>,
  { file, folder }: Received,
  { userId, objectKey }: { userId: string; objectKey: string },
): Promise<void> {
  const source = { owner: userId, path: file, outputDirectory: folder };
  const { thumbnails } = await images.process(source).catch((error: unknown) => {
    if (error instanceof ImageError)
      throw new Problem(error.isRetryable ? 'unavailable' : 'not-a-photo', { cause: error });
    throw error;
  });
  for (const size of SIZES) await objects.putFile(keyOf(objectKey, size), thumbnails[size].path);
}

/** Answers with a picture in the size that the address names; throws `not-found` for any other. */
export async function sendPicture(
  reply: FastifyReply,
  objects: Pick<ObjectStore, 'read'>,
  { objectKey, variant }: { objectKey: string; variant: string },
): Promise<FastifyReply> {
  const size = SIZES.find((known) => String(known) === variant);
  if (!size) throw new Problem('not-found');
  try {
    return reply.type('image/jpeg').send(await objects.read(keyOf(objectKey, size)));
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
    throw error;
  }
}
