import type { Platform } from '../../../platform/platform.ts';
import type { Category } from './gallery-file.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'objects' | 'throttle' | 'log'> & {
  publicUrl: string;
  /** The operator's file: which channels have a gallery, and its categories; null for the demo's. */
  file: string | null;
};

/** The same with what the file says now. */
export type Parts = Omit<Deps, 'file' | 'log'> & {
  /** The categories of a channel's gallery; none where it has no gallery. */
  categoriesOf(channelId: string): readonly Category[];
};
