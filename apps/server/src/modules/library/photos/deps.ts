import type { PhotoDetails } from '@keepsake/contracts/library/photo-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { DatabaseListener } from '../../../platform/database/listen.ts';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Cursors } from '../../../platform/paging.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import type { Quota } from './month-counts.ts';
import type { PhotoView, PresentPhotos } from './present-photos.ts';

/** The customer's albums that contain a photo, most recently changed first, and how many there are. */
export type FindAlbums = (
  customerId: CustomerId,
  photoId: string,
  limit: number,
) => Promise<Pick<PhotoDetails, 'albums' | 'albumsCount'>>;

/** Removes photos from everywhere else, in the transaction that deletes them. */
export type RemovePhotos = (
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
) => Promise<void>;

/** Updates a photo in all albums when its date or shape becomes known. */
export type UpdateInAlbums = (
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
) => Promise<void>;

/** Whether a customer may see a photo through a shared album now. */
export type CanSeeShared = (view: PhotoView, ownerId: CustomerId, photoId: string) => Promise<boolean>;

export type Deps = {
  db: Database;
  listener: DatabaseListener;
  objects: ObjectStore;
  /** Thumbnails are made in a folder of their own, below `<dataDir>/scratch`. */
  dataDir: string;
  images: ImageProcessor;
  cursors: Cursors;
  signer: MediaSigner;
  clock: Clock;
  log: Logger;
  /** Number of a customer's albums. */
  countAlbums(customerId: CustomerId): Promise<number>;
  findAlbums: FindAlbums;
  removeFromAlbums: RemovePhotos;
  removeFromProjects: RemovePhotos;
  updateInAlbums: UpdateInAlbums;
  canSeeShared: CanSeeShared;
  /** Whether a customer's photos are hidden from everybody for now. */
  isLibraryHidden(customerId: CustomerId): Promise<boolean>;
  presentPhotos: PresentPhotos;
  quota: Quota;
};

/** Dependencies of deleting photos. */
export type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'removeFromAlbums' | 'removeFromProjects'>;
