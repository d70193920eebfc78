import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<Platform, 'db' | 'objects' | 'images'> & {
  /** Scratch space for incoming files. */
  dataDir: string;
};
