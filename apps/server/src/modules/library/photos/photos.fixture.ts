import { randomBytes } from 'node:crypto';
import type {
  deletePhotos,
  getCounts,
  getTimelineStart,
  getUser,
  Photo,
  PhotoDeletion,
  PhotoPage,
  PhotosLayout,
} from '@keepsake/contracts/library/photos';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { addStoredPhoto } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { forgetMeasures, saveMeasures } from '../measures/index.ts';
import type { NewPhoto } from './add-photo.ts';
import { createPhotos, createPresentPhotos, type Photos, type Quota, type RestoreContent } from './index.ts';

/** Any answer of the API: tests name the fields that they expect. */
type AnyBody = Photo &
  PhotoPage &
  PhotosLayout &
  Required<ProblemBody> &
  ResponseOf<typeof getUser> &
  Omit<ResponseOf<typeof getCounts>, 'photosCount'> &
  ResponseOf<typeof deletePhotos> &
  ResponseOf<typeof getTimelineStart> &
  PhotoDeletion;

/**
 * The photos module on files or a bucket; nothing is in an album or shared. Libraries are hidden that are in `hidden`, and end as
 * `storageEnds` says.
 */
export async function startPhotos({
  kind = 'files',
  quota = { photos: null, bytes: null },
  deletedDays = 30,
  parentFolder,
}: {
  kind?: 'files' | 'S3';
  quota?: Quota;
  deletedDays?: number;
  parentFolder?: string;
} = {}) {
  const hidden = new Set<CustomerId>();
  const storageEnds = new Map<CustomerId, Date>();
  let photos: Photos | undefined;
  const world = await startWorld({
    storage: kind,
    parentFolder,
    modules: async (parts) => {
      photos = await createPhotos({
        ...parts,
        countAlbums: async () => 0,
        findAlbums: async () => ({ albums: [], albumsCount: 0 }),
        removeFromAlbums: async () => undefined,
        removeFromProjects: async () => undefined,
        restoreInAlbums: async () => undefined,
        forgetInAlbums: async () => undefined,
        restoreInProjects: async () => undefined,
        restorableDays: async () => deletedDays,
        updateInAlbums: async () => undefined,
        saveMeasures,
        forgetMeasures,
        moveInAlbums: async () => undefined,
        canSeeShared: async () => false,
        isLibraryHidden: async (customerId) => hidden.has(customerId),
        storageEndOf: async (customerId) => storageEnds.get(customerId) ?? null,
        timeZoneOf: async () => 'Europe/London',
        presentPhotos: createPresentPhotos(parts),
        quota,
      });
      return [photos];
    },
  });
  const call = <Body = AnyBody>(
    customerId: CustomerId,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => world.call<Body>(customerId, method, `/photo-management${path}`, body, headers);
  return {
    ...world,
    photos: photos as Photos,
    hidden,
    storageEnds,
    pool: world.connection.pool,
    /** Calls the photo management API as a customer. */
    call,
    get: (customerId: CustomerId, path: string) => call(customerId, 'GET', path),
    /** Adds a photo as the commit of an upload would; `content` is the bytes of its original. */
    add: (
      customerId: CustomerId,
      {
        content = randomBytes(64),
        ...photo
      }: Partial<NewPhoto> & {
        content?: Buffer;
        restoreContent?: RestoreContent;
      },
    ) => addStoredPhoto(world, customerId, { content, timeZone: 'Europe/London', ...photo }),
    /** Keys of all objects. */
    stored: async () => (await Array.fromAsync(world.objects.list('photos/'))).map(({ key }) => key),
  };
}

export type TestPhotos = Awaited<ReturnType<typeof startPhotos>>;
