import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<Platform, 'db' | 'images' | 'clock' | 'log'> & {
  objects: ObjectStore;
  /** Decoders are tried in a folder of their own, below `<dataDir>/scratch`. */
  dataDir: string;
};
