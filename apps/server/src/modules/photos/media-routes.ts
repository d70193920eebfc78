import { THUMBNAIL_SIZES } from '@keepsake/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { ByteRange } from '../../platform/http/byte-range.ts';
import { sendDownload } from '../../platform/http/send-download.ts';
import { ObjectNotFound, type ObjectStore } from '../../platform/objects/object-store.ts';
import { Problem } from '../../platform/problem.ts';
import type { MediaSigner } from '../../platform/signed-urls.ts';
import type { FindMedia, Media } from './find-media.ts';
import { thumbnailKey } from './object-keys.ts';

type Deps = { objects: ObjectStore; signer: MediaSigner; clock: Clock; findMedia: FindMedia };
type Params = { expiry: string; signature: string; ownerId: string; photoId: string; variant: string };

const TYPES = { jpeg: 'image/jpeg', png: 'image/png', heic: 'image/heic' } as const;
const ID = /^[0-9a-f-]{36}$/;

/**
 * Photographs by signed address. The signature opens them without a token, as `img` needs; the photo must still be
 * there, so a deleted one is gone at once whatever its address. Whatever is wrong, the answer is the same 404.
 */
export function mountMedia(app: FastifyInstance, { objects, signer, clock, findMedia }: Deps): void {
  app.get('/media/:expiry/:signature/:ownerId/:photoId/:variant', { config: { rateLimit: false } }, answer);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const params = request.params as Params;
    if (!ID.test(params.ownerId) || !ID.test(params.photoId)) throw new Problem('not-found');
    if (!signer.isGood(params, clock())) throw new Problem('not-found');
    const media = await findMedia(params.ownerId, params.photoId);
    if (!media) throw new Problem('not-found');
    reply
      .header('cache-control', 'private, max-age=86400, immutable')
      .header('x-content-type-options', 'nosniff');
    try {
      if (params.variant === 'original') return await sendOriginal(request, reply, media);
      return await sendThumbnail(reply, media, params.variant);
    } catch (error) {
      if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
      throw error;
    }
  }

  async function sendThumbnail(reply: FastifyReply, media: Media, variant: string) {
    const size = THUMBNAIL_SIZES.find((known) => String(known) === variant);
    if (!size || !media.hasThumbnails) throw new Problem('not-found');
    return reply.type('image/jpeg').send(await objects.read(thumbnailKey(media.objectKey, size)));
  }

  function sendOriginal(request: FastifyRequest, reply: FastifyReply, media: Media) {
    const { fileName, bytes, format, objectKey } = media;
    const open = (range?: ByteRange) => objects.open(objectKey, range);
    return sendDownload(request, reply, { type: TYPES[format], fileName, bytes, open });
  }
}
