import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Platform } from '../../../platform/platform.ts';
import type { PresentPhotos } from '../photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'cursors'> & { presentPhotos: PresentPhotos };

/** A customer's call about one album. */
export type AlbumCall = { customer: { customerId: CustomerId }; params: { albumId: string } };
