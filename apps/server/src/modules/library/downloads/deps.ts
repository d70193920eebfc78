import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import type { PresentPhotos } from '../photos/index.ts';
import type { PhotoRef } from './store.ts';

export type Deps = {
  db: Database;
  objects: ObjectStore;
  signer: MediaSigner;
  clock: Clock;
  log: Logger;
  presentPhotos: PresentPhotos;
  isLibraryHidden(customerId: CustomerId): Promise<boolean>;
  /** The name of a shared album that contains all these photos and that the customer may see, or null. */
  findSharedAlbum(
    customerId: CustomerId,
    albumId: string,
    photos: readonly PhotoRef[],
  ): Promise<string | null>;
};
