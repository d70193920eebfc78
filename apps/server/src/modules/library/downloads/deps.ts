import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OwnedPhoto, PresentPhotos } from '../photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'signer' | 'clock' | 'log'> & {
  objects: ObjectStore;
  presentPhotos: PresentPhotos;
  isLibraryHidden(customerId: CustomerId): Promise<boolean>;
  /** The name of a shared album that contains all these photos and that the customer may see, or null. */
  findSharedAlbum(
    customerId: CustomerId,
    albumId: string,
    photos: readonly OwnedPhoto[],
  ): Promise<string | null>;
};
