import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Cursors } from '../../../platform/paging.ts';
import type { PresentPhotos } from '../photos/index.ts';

export type Deps = { db: Database; clock: Clock; cursors: Cursors; presentPhotos: PresentPhotos };

/** A customer's call about one album. */
export type AlbumCall = { customer: { customerId: CustomerId }; params: { albumId: string } };
