import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SharedAlbums } from '../albums/index.ts';
import type { IsLibraryHidden, PresentPhotos } from '../photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'signer' | 'clock' | 'log'> &
  Pick<SharedAlbums, 'findSharedAlbum'> & {
    objects: ObjectStore;
    presentPhotos: PresentPhotos;
    isLibraryHidden: IsLibraryHidden;
  };
