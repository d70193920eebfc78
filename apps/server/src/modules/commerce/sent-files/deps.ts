import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'objects' | 'images'> & {
  /** For what arrives before it is kept. */
  dataDir: string;
};
