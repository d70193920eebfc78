import type { Platform } from '../../../platform/platform.ts';
import type { Category } from './gallery-file.ts';

export type Deps = Pick<Platform, 'db' | 'fromReplica' | 'clock' | 'objects' | 'throttle' | 'log'> & {
  publicUrl: string;
  /** The operator's file with the channels' galleries and their categories; null for the demo's. */
  file: string | null;
};

/** The same with the current content of the file. */
export type Parts = Omit<Deps, 'file' | 'log'> & {
  /** The categories of a channel's gallery; empty if it has no gallery. */
  categoriesOf(channelId: string): readonly Category[];
};
