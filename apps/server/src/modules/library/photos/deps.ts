import type { PhotoDetails } from '@keepsake/contracts/library/photo-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
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

export type Deps = Pick<Platform, 'db' | 'listener' | 'images' | 'cursors' | 'signer' | 'clock' | 'log'> & {
  objects: ObjectStore;
  /** Thumbnails are made in a folder of their own, below `<dataDir>/scratch`. */
  dataDir: string;
  /** Number of a customer's albums. */
  countAlbums(customerId: CustomerId): Promise<number>;
  findAlbums: FindAlbums;
  removeFromAlbums: RemovePhotos;
  removeFromProjects: RemovePhotos;
  updateInAlbums: UpdateInAlbums;
  canSeeShared: CanSeeShared;
  /** Whether a customer's photos are hidden from everybody for now. */
  isLibraryHidden(customerId: CustomerId): Promise<boolean>;
  /** The time zone of a customer's brand, by which it is today. */
  timeZoneOf(customerId: CustomerId): Promise<string>;
  presentPhotos: PresentPhotos;
  quota: Quota;
};

/** Dependencies of deleting photos. */
export type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'removeFromAlbums' | 'removeFromProjects'>;
