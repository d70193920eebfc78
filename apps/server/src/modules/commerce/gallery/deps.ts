import type { Platform } from '../../../platform/platform.ts';
import type { Category } from './gallery-file.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'objects' | 'throttle'> & {
  publicUrl: string;
  /** The categories of a channel's gallery; none where it has no gallery. */
  categoriesOf(channelId: string): readonly Category[];
};
