import type { PhotoDetails } from '@keepsake/contracts/library/photo-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Measures } from '../../../platform/images/image.ts';
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

/** Photos of a customer, and when they change. */
export type PhotosAt = { customerId: CustomerId; photoIds: readonly string[]; now: Date };

/** Forgets where recently deleted photos were, in the transaction after which they cannot come back. */
export type ForgetPhotos = (
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
) => Promise<void>;

/** Removes photos from everywhere else, in the transaction that deletes them; remembers where they were if they can come back. */
export type RemovePhotos = (
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
  options: { isRestorable: boolean },
) => Promise<void>;

/** Puts photos that came back where they were, in the transaction that restores them: ids as they were, and as they are now. */
export type RestorePhotos = (
  trx: Queryable,
  customerId: CustomerId,
  photos: readonly RestoredPhoto[],
) => Promise<void>;

/** The id that a photo had, and the id that it has: another one if the same file was added meanwhile. */
export type RestoredPhoto = { was: string; photoId: string };

/** Brings the photo of a customer with that content back, within a transaction, if it was recently deleted. Returns whether it did. */
export type RestoreContent = (trx: Queryable, customerId: CustomerId, sha256: Buffer) => Promise<boolean>;

/** Updates a photo in all albums when its date or shape becomes known. */
export type UpdateInAlbums = (
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
) => Promise<void>;

/** Stores what a photo looks like in numbers, in the transaction that records its decode. */
export type SaveMeasures = (
  trx: Queryable,
  customerId: CustomerId,
  photoId: string,
  measures: Measures,
) => Promise<void>;

/** Forgets that of photos that cannot come back. */
export type ForgetMeasures = (
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
) => Promise<void>;

/** The same of photos whose dates their customer changed, and notifies who sees these albums. */
export type MoveInAlbums = UpdateInAlbums;

/** Number of a customer's albums. */
export type CountAlbums = (customerId: CustomerId) => Promise<number>;

/** Whether a customer may see a photo through a shared album now. */
export type CanSeeShared = (view: PhotoView, ownerId: CustomerId, photoId: string) => Promise<boolean>;

/**
 * Whether a customer's photos are hidden from everybody until the next order. Declared by the first who asks: `retention`, which
 * answers, knows the photos.
 */
export type IsLibraryHidden = (customerId: CustomerId) => Promise<boolean>;

/**
 * The end of the last day on which a customer's photos are kept, null if there is none. Declared by the first who asks, too: see
 * IsLibraryHidden.
 */
export type StorageEndOf = (customerId: CustomerId) => Promise<Date | null>;

/** Days for which photos that are deleted now can come back; 0 if they are gone at once. */
export type RestorableDays = () => Promise<number>;

export type Deps = Pick<Platform, 'db' | 'listener' | 'images' | 'cursors' | 'signer' | 'clock' | 'log'> &
  Pick<Customers, 'timeZoneOf'> & {
    objects: ObjectStore;
    /** Thumbnails are made in a folder of their own, below `<dataDir>/scratch`. */
    dataDir: string;
    countAlbums: CountAlbums;
    findAlbums: FindAlbums;
    removeFromAlbums: RemovePhotos;
    removeFromProjects: RemovePhotos;
    restoreInAlbums: RestorePhotos;
    forgetInAlbums: ForgetPhotos;
    restoreInProjects: RestorePhotos;
    restorableDays: RestorableDays;
    updateInAlbums: UpdateInAlbums;
    saveMeasures: SaveMeasures;
    forgetMeasures: ForgetMeasures;
    moveInAlbums: MoveInAlbums;
    canSeeShared: CanSeeShared;
    isLibraryHidden: IsLibraryHidden;
    storageEndOf: StorageEndOf;
    presentPhotos: PresentPhotos;
    quota: Quota;
  };

/** Dependencies of deleting photos. */
export type DeletionDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'restorableDays' | 'removeFromAlbums' | 'removeFromProjects'
>;

/** Dependencies of bringing photos back. */
export type RestoringDeps = Pick<
  Deps,
  'db' | 'objects' | 'clock' | 'restoreInAlbums' | 'moveInAlbums' | 'restoreInProjects'
>;
