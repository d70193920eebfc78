import { id } from '@keepsake/contracts/platform/fields';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import { CACHING } from '../../../platform/http/caching.ts';
import { mountSigned, type Served } from '../../../platform/http/mount-signed.ts';
import { sendDownload } from '../../../platform/http/send-download.ts';
import { type ByteRange, ObjectNotFound } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { thumbnailKey } from './originals.ts';
import { deletedArea, sharedArea } from './present-photos.ts';
import { isRestorableSql } from './recently-deleted.ts';

type MediaDeps = Pick<Deps, 'objects' | 'signer' | 'clock' | 'canSeeShared' | 'isLibraryHidden'> & {
  findMedia: FindMedia;
  /** The same for one that was recently deleted. */
  findDeleted: FindMedia;
};
const photo = z.object({ ownerId: customerIdSchema, photoId: id, variant: z.string() });
const sharedPhoto = photo.extend({ viewerId: customerIdSchema, albumId: id });
type Params = z.output<typeof photo>;

const TYPES = { jpeg: 'image/jpeg', png: 'image/png', heic: 'image/heic' } as const;
/** The content of an address never changes; access to a shared album does, and browsers should notice soon. */
const SHORT = 'private, max-age=300';

/**
 * Serves photos by signed address. The signature grants access without a token, as `img` requires. The photo must still exist, so
 * that a deleted one is gone at once. Anything wrong returns the same 404.
 */
export function mountMedia(app: FastifyInstance, deps: MediaDeps): void {
  const { findMedia, canSeeShared } = deps;
  const send = createSend(deps);
  const show = async (params: Params, served: Served, caching: string) =>
    send(served, { ...params, media: await findMedia(params.ownerId, params.photoId) }, caching);
  mountSigned(
    app,
    deps,
    {
      path: ':ownerId/:photoId/:variant',
      params: photo,
      signedOf: ({ ownerId, photoId }) => ({ area: ownerId, photoId }),
    },
    (params, served) => show(params, served, CACHING.ownForADay),
  );
  // The same for a photo of a shared album: the address names album and viewer, and both are checked.
  mountSigned(
    app,
    deps,
    {
      path: 'shared/:viewerId/:albumId/:ownerId/:photoId/:variant',
      params: sharedPhoto,
      signedOf: ({ ownerId, photoId, ...view }) => ({ area: sharedArea(view, ownerId), photoId }),
    },
    async (params, served) => {
      if (!(await canSeeShared(params, params.ownerId, params.photoId))) throw new Problem('not-found');
      return show(params, served, SHORT);
    },
  );
  mountDeleted(app, deps, send);
}

/** The same for a photo that can come back: its other addresses open nothing. */
function mountDeleted(
  app: FastifyInstance,
  deps: Pick<MediaDeps, 'signer' | 'clock' | 'findDeleted'>,
  send: Send,
): void {
  mountSigned(
    app,
    deps,
    {
      path: 'deleted/:ownerId/:photoId/:variant',
      params: photo,
      signedOf: ({ ownerId, photoId }) => ({ area: deletedArea(ownerId), photoId }),
    },
    async (params, served) =>
      send(served, { ...params, media: await deps.findDeleted(params.ownerId, params.photoId) }, SHORT),
  );
}

type Sent = Params & { media: Media | null };
type Send = ReturnType<typeof createSend>;

/** Sends an original or a thumbnail of the photo that was found. */
const createSend =
  ({ objects, isLibraryHidden }: Pick<MediaDeps, 'objects' | 'isLibraryHidden'>) =>
  async ({ request, reply }: Served, { media, ownerId, variant }: Sent, cacheControl: string) => {
    if (!media || (await isLibraryHidden(ownerId))) throw new Problem('not-found');
    reply.header('cache-control', cacheControl).header('x-content-type-options', 'nosniff');
    try {
      if (variant === 'original') return await sendOriginal(objects, request, reply, media);
      return await sendThumbnail(objects, reply, media, variant);
    } catch (error) {
      if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
      throw error;
    }
  };

async function sendThumbnail(
  objects: MediaDeps['objects'],
  reply: FastifyReply,
  media: Media,
  variant: string,
) {
  const size = THUMBNAIL_SIZES.find((existing) => String(existing) === variant);
  if (!size || !media.hasThumbnails) throw new Problem('not-found');
  return reply.type('image/jpeg').send(await objects.read(thumbnailKey(media.pictureKey, size)));
}

function sendOriginal(
  objects: MediaDeps['objects'],
  request: FastifyRequest,
  reply: FastifyReply,
  { fileName, bytes, format, objectKey }: Media,
) {
  const open = (range?: ByteRange) => objects.open(objectKey, range);
  return sendDownload(request, reply, { type: TYPES[format], fileName, bytes, open });
}

/** What the media routes need to know about a photo. */
type Media = {
  objectKey: string;
  /** Of what is shown: another than the original's if the photo was turned. */
  pictureKey: string;
  fileName: string;
  format: 'jpeg' | 'png' | 'heic';
  bytes: number;
  hasThumbnails: boolean;
};
type FindMedia = (ownerId: CustomerId, photoId: string) => Promise<Media | null>;

/** NOTIFY channel of the trigger on photos. Every node drops its payload, a photo's id or '*', from the cache. */
export const MEDIA_CHANGED_CHANNEL = 'keepsake_media_changed';

/** Finds photos and caches them until they change; missing ones are looked up each time. */
export function createMediaFinder(db: Database): { find: FindMedia; drop(photoId: string): void } {
  const existing = createBoundedCache<Media>({ max: 50_000, lifetimeMs: 10 * MINUTE_MS });
  let timesDropped = 0;
  async function find(ownerId: CustomerId, photoId: string): Promise<Media | null> {
    const key = `${photoId}${ownerId}`;
    const cached = existing.get(key);
    if (cached?.hasThumbnails) return cached;
    const before = timesDropped;
    const media = await select(db, ownerId, photoId);
    // A row read before a change must not be cached after it.
    if (media && before === timesDropped) existing.set(key, media);
    return media;
  }
  function drop(photoId: string) {
    timesDropped++;
    if (photoId === '*') return existing.clear();
    existing.drop((key) => key.startsWith(photoId));
  }
  return { find, drop };
}

async function select(db: Database, ownerId: CustomerId, photoId: string): Promise<Media | null> {
  const row = await db
    .selectFrom('photos')
    .select(MEDIA_COLUMNS)
    .where('user_id', '=', ownerId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  return row ? mediaOf(row) : null;
}

/** Finds recently deleted photos that can come back. */
export const createDeletedFinder =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>): FindMedia =>
  async (ownerId, photoId) => {
    const row = await db
      .selectFrom('recently_deleted_photos')
      .select(MEDIA_COLUMNS)
      .where('user_id', '=', ownerId)
      .where('id', '=', photoId)
      .where(isRestorableSql(clock()))
      .executeTakeFirst();
    return row ? mediaOf(row) : null;
  };

/** The columns that these routes read. */
const MEDIA_COLUMNS = [
  'object_key',
  'turned_key',
  'file_name',
  'format',
  'bytes',
  'thumbnail_state',
] as const;
type MediaRow = Pick<Selectable<Photos>, (typeof MEDIA_COLUMNS)[number]>;

function mediaOf(row: MediaRow): Media {
  return {
    objectKey: row.object_key,
    pictureKey: row.turned_key ?? row.object_key,
    fileName: row.file_name,
    format: row.format,
    bytes: row.bytes,
    hasThumbnails: row.thumbnail_state === 'success',
  };
}
