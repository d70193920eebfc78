import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { IsLibraryHidden, PresentPhotos } from '../photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'signer' | 'clock' | 'log'> & {
  objects: ObjectStore;
  presentPhotos: PresentPhotos;
  isLibraryHidden: IsLibraryHidden;
  /** Base address of the web app, for links in mails. */
  publicUrl: string;
  /** Maximum chunk size in bytes; a larger photo gets a chunk of its own. */
  chunkBytes: number;
  /** Exports a customer may request within 24 hours. */
  exportsPerDay: number;
};
