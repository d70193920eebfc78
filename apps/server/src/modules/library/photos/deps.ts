import type { PhotoDetails } from '@keepsake/contracts/library/photo-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Customers } from '../../account/customers/index.ts';
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

/** Number of a customer's albums. */
export type CountAlbums = (customerId: CustomerId) => Promise<number>;

/** Whether a customer may see a photo through a shared album now. */
export type CanSeeShared = (view: PhotoView, ownerId: CustomerId, photoId: string) => Promise<boolean>;

/**
 * Whether a customer's photos are hidden from everybody until the next order. Declared by the first who asks: `retention`, which
 * answers, knows the photos.
 */
export type IsLibraryHidden = (customerId: CustomerId) => Promise<boolean>;

export type Deps = Pick<Platform, 'db' | 'listener' | 'images' | 'cursors' | 'signer' | 'clock' | 'log'> &
  Pick<Customers, 'timeZoneOf'> & {
    objects: ObjectStore;
    /** Thumbnails are made in a folder of their own, below `<dataDir>/scratch`. */
    dataDir: string;
    countAlbums: CountAlbums;
    findAlbums: FindAlbums;
    removeFromAlbums: RemovePhotos;
    removeFromProjects: RemovePhotos;
    updateInAlbums: UpdateInAlbums;
    canSeeShared: CanSeeShared;
    isLibraryHidden: IsLibraryHidden;
    presentPhotos: PresentPhotos;
    quota: Quota;
  };

/** Dependencies of deleting photos. */
export type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'removeFromAlbums' | 'removeFromProjects'>;
